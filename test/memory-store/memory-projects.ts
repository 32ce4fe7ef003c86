import {
  deploymentsOf,
  SLOT_NANOS,
  type Deployment,
  type ServiceRun,
} from '#core/figures/deployments.ts';
import { latencyEdges } from '#core/figures/latency-edges.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { ProjectRow, TraceRow } from '#core/ports/span-rows.ts';
import type {
  FieldCounts,
  FigureReader,
  IdMatches,
  LatencyGrid,
  ProjectSummary,
  SeriesBucket,
  ValueCounts,
} from '#core/ports/figure-reader.ts';
import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { Page, ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';
import {
  bucketAt,
  bucketOf,
  durationOf,
  isTimedRoot,
  minutesOf,
  type Window,
} from './memory-buckets.ts';
import type { MemoryData, MemorySpan, MemoryTrace } from './memory-data.ts';
import { checkBudget, isIn } from './memory-lists.ts';
import { compare, sessionRow, traceRow } from './memory-rows.ts';

const DEPLOYMENTS_MAX = 200;

/** Projects and figures about them, added up over all their spans. */
export class MemoryProjectReader implements ProjectReader, FigureReader, StorageReader {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async findProject(ref: ProjectRef): Promise<ProjectRow | null> {
    const project =
      'number' in ref ? this.#data.projects.get(ref.number) : this.#data.projectNamed(ref.name);
    return project?.row ?? null;
  }

  async projects({
    limit,
    beforeOrAtId,
    nameContains = '',
    ids,
    isListed = false,
  }: Parameters<ProjectReader['projects']>[0]): Promise<Page<ProjectRow>> {
    const rows = [...this.#data.projects.values()]
      .filter(({ purpose }) => !isListed || purpose === null)
      .map(({ row }) => row)
      .filter(
        ({ id, name }) =>
          (ids?.includes(id) ?? true) &&
          id <= (beforeOrAtId ?? id) &&
          name.toLowerCase().includes(nameContains.toLowerCase()),
      )
      .sort((a, b) => b.id - a.id);
    const next = rows[limit];
    return {
      rows: rows.slice(0, limit),
      next:
        next === undefined ? null : { sortValue: BigInt(next.id), id: next.id, inclusive: true },
    };
  }

  async summaries(
    projectIds: readonly number[],
    window: Window,
    buckets: number,
  ): Promise<readonly ProjectSummary[]> {
    return projectIds.flatMap((id): ProjectSummary[] => {
      const project = this.#data.projects.get(id)?.row;
      if (project === undefined) return [];
      const starts = this.#spans(id).map(({ record }) => record.startTimeUnixNano);
      return [
        {
          project,
          totals: bucketOf(
            window.startUnixNano,
            this.#spans(id, minutesOf(window)),
            this.#traces(id, minutesOf(window)),
          ),
          failedTraces: this.#failed(id, window),
          lastSpanUnixNano: starts.length === 0 ? null : starts.reduce((a, b) => (a > b ? a : b)),
          sparkline: this.#series(id, window, buckets).map(({ spans, errors }) => ({
            spans,
            errors,
          })),
        },
      ];
    });
  }

  async series(
    projectId: number,
    window: Window,
    buckets: number,
  ): Promise<readonly SeriesBucket[]> {
    return this.#series(projectId, window, buckets);
  }

  async failedTraces(
    projectId: number,
    { startUnixNano, endUnixNano }: Window,
    buckets: number,
  ): Promise<readonly number[]> {
    const width = (endUnixNano - startUnixNano) / BigInt(buckets) || 1n;
    return Array.from({ length: buckets }, (_, at) => {
      const from = startUnixNano + width * BigInt(at);
      const to = at === buckets - 1 || from + width > endUnixNano ? endUnixNano : from + width;
      return this.#failed(projectId, { startUnixNano: from, endUnixNano: to });
    });
  }

  async latencies(
    projectId: number,
    window: Window,
    columns: number,
    rows: number,
  ): Promise<LatencyGrid> {
    const [all, ...sketches] = Array.from({ length: columns + 1 }, () => new LatencySketch());
    for (const span of this.#spans(projectId, minutesOf(window)))
      for (const sketch of [
        all,
        sketches[bucketAt(span.record.startTimeUnixNano, window, columns)],
      ])
        if (isTimedRoot(span)) sketch?.add(durationOf(span));
    const [least, greatest] = [all?.quantile(0) ?? null, all?.quantile(1) ?? null];
    if (least === null || greatest === null)
      return { edgesMs: [], columns: sketches.map(() => []) };
    const edgesMs = latencyEdges(least / 1e6, greatest / 1e6, rows);
    return {
      edgesMs,
      columns: sketches.map((sketch) => sketch.histogram(edgesMs.map((edge) => edge * 1e6))),
    };
  }

  async deployments(projectId: number, window: Window): Promise<readonly Deployment[]> {
    const runs = this.#spans(projectId).flatMap((span) => runOf(span) ?? []);
    return deploymentsOf(runs)
      .filter(({ timeUnixNano }) => isIn(timeUnixNano, window))
      .slice(-DEPLOYMENTS_MAX);
  }

  async idsLike(projectId: number, text: string, limit: number): Promise<IdMatches> {
    const users = new Set(this.#traces(projectId).flatMap(({ userId }) => userId ?? []));
    const sessions = [...this.#data.sessions.values()].filter(
      (session) => session.projectId === projectId,
    );
    const newest = sessions
      .map((session) => sessionRow(session).session)
      .sort((a, b) => compare(b.endTimeUnixNano, a.endTimeUnixNano))
      .map(({ sessionId }) => sessionId);
    const starting = newest.filter((id) => id.startsWith(text)).sort();
    const within = newest.filter((id) => id.toLowerCase().includes(text.toLowerCase()));
    return {
      users: [...users]
        .filter((id) => id.startsWith(text))
        .sort()
        .slice(0, limit),
      sessions: [...new Set([...starting, ...within])].slice(0, limit),
    };
  }

  async extent(projectId: number): Promise<Window | null> {
    const starts = this.#spans(projectId)
      .map(({ record }) => record.startTimeUnixNano)
      .sort(compare);
    const [first, last] = [starts[0], starts.at(-1)];
    return first === undefined || last === undefined
      ? null
      : { startUnixNano: first, endUnixNano: last + 1n };
  }

  async valueCounts(
    projectId: number,
    of: 'spans' | 'traces',
    window: TimeWindow,
    budget: ReadBudget,
  ): Promise<ValueCounts> {
    checkBudget(budget);
    if (of === 'traces') return valuesOfTraces(this.#traces(projectId, window), this.#data);
    const spans = this.#spans(projectId, window);
    return {
      status: counted(spans, ({ record }) => [
        ['UNSET', 'OK', 'ERROR'][record.statusCode] ?? 'UNSET',
      ]),
      kind: counted(spans, ({ record }) => [record.kind]),
      name: counted(spans, ({ record }) => [record.name]),
      model: counted(spans, ({ record }) => [record.modelName]),
      user: counted(spans, ({ record }) => [record.userId]),
      session: counted(spans, ({ trace }) => [trace.session?.sessionId ?? null]),
    };
  }

  async timeParts(
    projectId: number,
    window: TimeWindow,
    spansInPart: number,
  ): Promise<readonly TimeWindow[]> {
    const { startUnixNano } = window;
    const starts = this.#spans(projectId, window)
      .map(({ record }) => record.startTimeUnixNano)
      .sort((a, b) => compare(b, a));
    if (starts.length === 0) return [];
    const parts: TimeWindow[] = [];
    let end = window.endUnixNano;
    for (let last = spansInPart - 1; last < starts.length - 1; last += spansInPart) {
      const start = starts[last];
      if (start === undefined || start === startUnixNano || start === end) continue;
      parts.push({ startUnixNano: start, ...(end === undefined ? {} : { endUnixNano: end }) });
      end = start;
    }
    return [
      ...parts,
      {
        ...(startUnixNano === undefined ? {} : { startUnixNano }),
        ...(end === undefined ? {} : { endUnixNano: end }),
      },
    ];
  }

  async spanBytes(projectId: number): Promise<number> {
    return bytesOf(this.#spans(projectId));
  }

  async traceBytes(projectId: number, traceNumber: number): Promise<number> {
    return bytesOf(this.#spans(projectId).filter(({ trace }) => trace.id === traceNumber));
  }

  async countTraces(projectId: number, window: TimeWindow): Promise<number> {
    return this.#traces(projectId, window).length;
  }

  async storage(): Promise<Readonly<Record<string, number>>> {
    const { projects, spans, traces, sessions, events } = this.#data;
    const sizes = {
      projects: projects.size,
      spans: spans.size,
      traces: traces.size,
      sessions: sessions.size,
      waitingEvents: events.length,
    };
    return { ...sizes, payloadBytes: bytesOf([...spans.values()]) };
  }

  #spans(projectId: number, window: TimeWindow = {}): MemorySpan[] {
    return [...this.#data.spans.values()].filter(
      ({ trace, record }) =>
        trace.projectId === projectId && isIn(record.startTimeUnixNano, window),
    );
  }

  #traces(projectId: number, window: TimeWindow = {}): TraceRow[] {
    const traces = [...this.#data.traces.values()].filter((trace) => trace.projectId === projectId);
    return traces.map(traceRow).filter(({ startTimeUnixNano }) => isIn(startTimeUnixNano, window));
  }

  #failed(projectId: number, window: Window): number {
    return this.#traces(projectId, window).filter(({ errorCount }) => errorCount > 0).length;
  }

  #series(projectId: number, window: Window, buckets: number): SeriesBucket[] {
    const at = (time: bigint): number => bucketAt(time, window, buckets);
    const spans = Map.groupBy(this.#spans(projectId, minutesOf(window)), ({ record }) =>
      at(record.startTimeUnixNano),
    );
    const traces = Map.groupBy(
      this.#traces(projectId, minutesOf(window)),
      ({ startTimeUnixNano }) => at(startTimeUnixNano),
    );
    const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
    return Array.from({ length: buckets }, (_, bucket) =>
      bucketOf(
        window.startUnixNano + step * BigInt(bucket),
        spans.get(bucket) ?? [],
        traces.get(bucket) ?? [],
      ),
    );
  }
}

function bytesOf(spans: readonly MemorySpan[]): number {
  return spans.reduce((sum, { record }) => sum + record.bytes.length, 0);
}

/** A span's moment in the life of its service's version; null where it names no service. */
function runOf({ record }: MemorySpan): ServiceRun | null {
  const texts = new Map(
    decodeResource(record.resource.bytes).attributes.flatMap(({ key, value }) =>
      value.type === 'string' ? [[key, value.value.trim()]] : [],
    ),
  );
  const text = (key: string): string | null => texts.get(key) || null;
  const service = text('service.name');
  const slot = Number(record.startTimeUnixNano / SLOT_NANOS);
  if (service === null) return null;
  return {
    service,
    version: text('service.version'),
    environment: text('deployment.environment.name') ?? text('deployment.environment'),
    firstSlot: slot,
    lastSlot: slot,
    sinceUnixNano: record.startTimeUnixNano,
  };
}

function valuesOfTraces(rows: readonly TraceRow[], data: MemoryData): ValueCounts {
  const modelsOf = ({ spans }: MemoryTrace): readonly (string | null)[] =>
    [...spans.values()]
      .filter(({ record }) => record.kind === 'LLM' || record.kind === 'EMBEDDING')
      .map(({ record }) => record.modelName);
  return {
    status: counted(rows, ({ errorCount }) => [errorCount > 0 ? 'ERROR' : 'OK']),
    kind: counted(rows, ({ rootKind }) => [rootKind]),
    name: counted(rows, ({ rootName }) => [rootName]),
    model: counted(rows, ({ id }) => [
      ...new Set([data.traces.get(id) ?? []].flat().flatMap(modelsOf)),
    ]),
    user: counted(rows, ({ userId }) => [userId]),
    session: counted(rows, ({ sessionId }) => [sessionId]),
  };
}

/** Most frequent first, ties by value. */
function counted<Row>(
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly (string | null)[],
): FieldCounts {
  const values = rows.flatMap(valuesOf).filter((value) => value !== null);
  return {
    values: [...Map.groupBy(values, (value) => value)]
      .map(([value, some]) => ({ value, count: some.length }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    of: rows.length,
    isWhole: true,
  };
}
