import type { SessionView } from '#core/filter/predicate.ts';
import type { SearchCapabilities } from '#core/ports/search-capabilities.ts';
import type {
  SessionEnds,
  SessionRow,
  SpanPayload,
  SpanRow,
  TraceRow,
  TraceHighlights,
  TraceServices,
} from '#core/ports/span-rows.ts';
import type {
  Page,
  ReadBudget,
  SessionPage,
  SessionQuery,
  SessionRef,
  SpanQuery,
  SearchBudget,
  SpanReader,
  SpanRef,
  SpanSearchQuery,
  TraceQuery,
  TraceRef,
  TraceReader,
} from '#core/ports/span-store.ts';
import type { TraceSkeleton, WholeTrace } from '#core/ports/whole-trace.ts';
import type { AllowedProjects } from './allowed-projects.ts';

/**
 * Spans of some projects alone. A session may hold traces of several projects: it is shown with
 * those that may be seen.
 */
export class GuardedSpanReader implements SpanReader {
  readonly #inner: SpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: SpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#allowed = allowed;
  }

  capabilities(): SearchCapabilities {
    return this.#inner.capabilities();
  }

  spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    return this.#inner.spans(this.#allowed.within(query), budget);
  }

  searchSpans(query: SpanSearchQuery, budget: SearchBudget): Promise<Page<SpanRow>> {
    const projectIds = query.projectIds.filter((id) => this.#allowed.has(id));
    return this.#inner.searchSpans({ ...query, projectIds }, budget);
  }

  traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>> {
    return this.#inner.traces(this.#allowed.within(query), budget);
  }

  async sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    const asked = withVisibleFilter(this.#allowed.within(query), this.#allowed);
    const page = await this.#inner.sessions(asked, budget);
    return { ...page, rows: await this.visibleSessions(page.rows) };
  }

  async payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]> {
    const numbers = spans.filter((span) => typeof span === 'number');
    if (numbers.length > 0)
      return this.#inner.payloads(await this.#allowed.numbers('span', numbers));
    return this.#inner.payloads(
      this.#allowed.only(spans.filter((span) => typeof span === 'object')),
    );
  }

  async findSpans(refs: readonly SpanRef[], projectId?: number): Promise<readonly SpanRow[]> {
    return this.#allowed.only(await this.#inner.findSpans(refs, projectId));
  }

  async findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]> {
    return this.#allowed.only(await this.#inner.findTraces(refs, projectId));
  }

  async sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]> {
    const found = await this.findSessions(numbers.map((number) => ({ number })));
    return found.flatMap((one) => visibleEnds(one) ?? []);
  }

  async findSessions(
    refs: readonly SessionRef[],
    projectId?: number,
  ): Promise<readonly FoundSession[]> {
    const found = await this.#inner.findSessions(refs, projectId);
    return found
      .filter(({ session }) => this.#allowed.has(session.projectId))
      .map(({ session, traces }) =>
        visibleSession(session, traces.length, this.#allowed.only(traces)),
      )
      .filter(({ traces }) => traces.length > 0);
  }

  /** The rows as they are without traces of other projects. */
  async visibleSessions(rows: readonly SessionRow[]): Promise<readonly SessionRow[]> {
    const found = await this.findSessions(rows.map(({ id }) => ({ number: id })));
    const byNumber = new Map(found.map(({ session }) => [session.id, session]));
    return rows.map(
      (row) => byNumber.get(row.id) ?? visibleSession(row, row.traceCount, []).session,
    );
  }
}

export interface FoundSession {
  readonly session: SessionRow;
  /** By start. */
  readonly traces: readonly TraceRow[];
}

/**
 * The same query, with its filter asked about what may be seen of a session: otherwise whether a
 * session is listed would tell what its other traces hold.
 */
export function withVisibleFilter<Q extends Pick<SessionQuery, 'filter'>>(
  query: Q,
  allowed: AllowedProjects,
): Q {
  const { filter } = query;
  if (filter === undefined) return query;
  return {
    ...query,
    filter: {
      ...filter,
      matches: (view: SessionView) => {
        const traces = view.traces();
        const visible = traces.filter(({ row }) => allowed.has(row.projectId));
        const rows = visible.map(({ row }) => row);
        const { session } = visibleSession(view.row, traces.length, rows);
        return filter.matches({ ...view, row: session, traces: () => visible });
      },
    },
  };
}

/** A session as those see it who may see only some of its traces. */
function visibleSession(
  session: SessionRow,
  traceCount: number,
  visible: readonly TraceRow[],
): FoundSession {
  if (visible.length === traceCount) return { session, traces: visible };
  const sum = (of: (trace: TraceRow) => number): number =>
    visible.reduce((total, trace) => total + of(trace), 0);
  const starts = visible.map((trace) => trace.startTimeUnixNano);
  const ends = visible.map((trace) => trace.endTimeUnixNano);
  const isCosted = visible.some((trace) => trace.costUsd !== null);
  return {
    session: {
      ...session,
      userId: visible.find((trace) => trace.userId !== null)?.userId ?? null,
      startTimeUnixNano: starts.reduce(
        (a, b) => (b < a ? b : a),
        starts[0] ?? session.startTimeUnixNano,
      ),
      endTimeUnixNano: ends.reduce((a, b) => (b > a ? b : a), ends[0] ?? session.startTimeUnixNano),
      traceCount: visible.length,
      errorTraceCount: sum((trace) => (trace.errorCount > 0 ? 1 : 0)),
      promptTokens: sum((trace) => trace.promptTokens),
      completionTokens: sum((trace) => trace.completionTokens),
      costUsd: isCosted ? sum((trace) => trace.costUsd ?? 0) : null,
    },
    traces: visible,
  };
}

/** Where it begins and ends; null without traces. */
export function visibleEnds({ session, traces }: FoundSession): SessionEnds | null {
  const [first] = traces;
  const last = traces.at(-1);
  if (first === undefined || last === undefined) return null;
  const durations = traces
    .map((trace) => trace.endTimeUnixNano - trace.startTimeUnixNano)
    .sort((a, b) => (a < b ? -1 : Number(a > b)));
  return {
    id: session.id,
    firstRoot: first.rootSpanNumber,
    lastRoot: last.rootSpanNumber,
    medianNano: durations[(durations.length - 1) >> 1] ?? 0n,
  };
}

/** The contents of traces of some projects alone. */
export class GuardedTraceReader implements TraceReader {
  readonly #inner: TraceReader;
  readonly #spans: GuardedSpanReader;
  readonly #allowed: AllowedProjects;

  constructor(inner: TraceReader, spans: GuardedSpanReader, allowed: AllowedProjects) {
    this.#inner = inner;
    this.#spans = spans;
    this.#allowed = allowed;
  }

  async traceView(trace: TraceRef, spansMax: number): Promise<WholeTrace | null> {
    return (await this.#sees(trace)) ? this.#inner.traceView(trace, spansMax) : null;
  }

  async skeleton(trace: TraceRef, spansMax: number): Promise<TraceSkeleton | null> {
    return (await this.#sees(trace)) ? this.#inner.skeleton(trace, spansMax) : null;
  }

  async services(trace: TraceRef, spansMax: number): Promise<TraceServices | null> {
    return (await this.#sees(trace)) ? this.#inner.services(trace, spansMax) : null;
  }

  async highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>> {
    return this.#inner.highlights(await this.#allowed.numbers('trace', traceNumbers));
  }

  async #sees(trace: TraceRef): Promise<boolean> {
    return (await this.#spans.findTraces([trace])).length > 0;
  }
}
