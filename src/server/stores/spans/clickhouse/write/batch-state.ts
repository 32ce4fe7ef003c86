import type { SpanBatch } from '#core/ports/span-batch.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { storedIds } from '../read/span-finder.ts';
import { traceFacts } from '../read/trace-facts.ts';
import { asNumber, asText } from '../schema/stored-span.ts';
import {
  allProjects,
  newProject,
  projectNamed,
  putProjects,
  type StoredProject,
} from './projects.ts';
import type { NamedKind } from './numbers.ts';
import type { WriteContext } from './write-context.ts';

const DEFAULT_PROJECT = 'default';

/** A trace that a write touches. */
export interface TouchedTrace {
  readonly traceId: string;
  /** Not stored before this write. */
  readonly isNew: boolean;
  number: number;
  readonly project: StoredProject | number;
  sessionId: string | null;
  sessionNumber: number;
}

/** What the store knows of the spans of one write, read before it, and what becomes of it. */
export class BatchState {
  readonly traces: Map<string, TouchedTrace>;
  readonly #stored: Set<string>;
  readonly #projects: StoredProject[];
  readonly #made: StoredProject[] = [];

  private constructor(
    traces: Map<string, TouchedTrace>,
    stored: Set<string>,
    projects: StoredProject[],
  ) {
    this.traces = traces;
    this.#stored = stored;
    this.#projects = projects;
  }

  static async read({ db }: WriteContext, batches: readonly SpanBatch[]): Promise<BatchState> {
    const records = batches
      .flatMap((batch) => batch.records)
      .filter((record) => record.traceId.length === 16 && record.spanId.length === 8);
    const named = [...records, ...batches.flatMap(({ events }) => events ?? [])];
    const facts = await traceFacts(db, [...new Set(named.map(({ traceId }) => toHex(traceId)))]);
    const traces = [...facts.values()].map((trace): [string, TouchedTrace] => [
      trace.traceId,
      {
        traceId: trace.traceId,
        isNew: false,
        number: trace.number,
        project: trace.project,
        sessionId: trace.sessionId,
        sessionNumber: trace.sessionNumber ?? 0,
      },
    ]);
    const known = records.filter(({ traceId }) => facts.has(toHex(traceId)));
    const stored = await storedIds(db, [...new Set(known.map(({ spanId }) => toHex(spanId)))]);
    return new BatchState(new Map(traces), new Set(stored), await allProjects(db));
  }

  /** Notes a span as stored; false when it was. */
  take(traceId: string, spanId: string): boolean {
    if (this.#stored.has(traceId + spanId)) return false;
    this.#stored.add(traceId + spanId);
    return true;
  }

  trace(traceId: string): TouchedTrace | undefined {
    return this.traces.get(traceId);
  }

  newTrace(traceId: string, project: StoredProject): TouchedTrace {
    const trace = { traceId, isNew: true, number: 0, project, sessionId: null, sessionNumber: 0 };
    this.traces.set(traceId, trace);
    return trace;
  }

  /** The project for spans that name one or none; made when it is missing. */
  projectFor({ projectName, allowedProjectIds }: SpanBatch, named: string | null): StoredProject {
    const name = projectName ?? named;
    const [only] = allowedProjectIds ?? [];
    if (name === null && only !== undefined && allowedProjectIds?.length === 1) {
      const allowed = this.#projects.find(({ row }) => row.id === only);
      if (allowed !== undefined) return allowed;
    }
    const found = projectNamed(this.#projects, name ?? DEFAULT_PROJECT);
    if (found !== undefined) return found;
    // Its number is given once it is sure that there is something to store in it.
    const made = newProject(0, name ?? DEFAULT_PROJECT, null, null);
    this.#projects.push(made);
    this.#made.push(made);
    return made;
  }

  /** Whether a trace is, or would be, in the batch's projects. */
  isInside(
    { projectName, allowedProjectIds = [] }: SpanBatch,
    traceId: string,
    named: string | null,
  ): boolean {
    const trace = this.traces.get(traceId);
    if (trace !== undefined) return allowedProjectIds.includes(projectIdOf(trace));
    const name = projectName ?? named;
    if (name === null && allowedProjectIds.length === 1) return true;
    const project = projectNamed(this.#projects, name ?? DEFAULT_PROJECT);
    return project !== undefined && allowedProjectIds.includes(project.row.id);
  }

  /** Gives new projects, traces and sessions their numbers, and stores the projects. */
  async settleNumbers({ db, numbers }: WriteContext): Promise<void> {
    if (this.#made.length > 0) await this.#makeProjects({ db, numbers });
    const traces = [...this.traces.values()];
    const fresh = traces.filter(({ isNew }) => isNew);
    let next = fresh.length === 0 ? 0 : await numbers.take('trace', fresh.length);
    for (const trace of fresh) {
      trace.number = next;
      next += 1;
    }
    const wanting = traces.filter(
      ({ sessionId, sessionNumber }) => sessionId !== null && sessionNumber === 0,
    );
    const sessions = await sessionNumbers(
      { db, numbers },
      wanting.flatMap(({ sessionId }) => sessionId ?? []),
    );
    for (const trace of wanting) trace.sessionNumber = sessions.get(trace.sessionId ?? '') ?? 0;
  }

  async #makeProjects({ db, numbers }: Pick<WriteContext, 'db' | 'numbers'>): Promise<void> {
    const names = this.#made.map(({ row }) => row.name);
    const ids = await numbersForNew(numbers, 'project', names);
    for (const [index, { row }] of this.#made.entries()) Object.assign(row, { id: ids[index] });
    await putProjects(db, this.#made);
  }
}

/** Numbers for new names, which other servers may meet just now. */
export async function numbersForNew(
  numbers: WriteContext['numbers'],
  kind: NamedKind,
  names: readonly string[],
): Promise<readonly number[]> {
  if (names.length === 0) return [];
  const first = await numbers.take(kind, names.length);
  return numbers.claim(
    kind,
    names,
    names.map((_, index) => first + index),
  );
}

export function projectIdOf({ project }: TouchedTrace): number {
  return typeof project === 'number' ? project : project.row.id;
}

/** The numbers of sessions by their ids; those that are new get one, in order. */
export async function sessionNumbers(
  { db, numbers }: Pick<WriteContext, 'db' | 'numbers'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(sessionIds)];
  const found = new Map(await storedSessions(db, ids));
  const fresh = ids.filter((id) => !found.has(id));
  const given = await numbersForNew(numbers, 'session', fresh);
  for (const [index, id] of fresh.entries()) found.set(id, given[index] ?? 0);
  return found;
}

/** The numbers of those sessions that have, or had, traces. */
export async function storedSessions(
  db: ClickHouse,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const some of pieces(ids, 1_000)) {
    const conditions = new Conditions().oneOf('session', some, 'String');
    const rows = await db.rows(
      `SELECT session, min(number) AS session_no FROM sessions WHERE ${conditions.where} GROUP BY session`,
      conditions.params,
    );
    for (const cells of rows) found.set(asText(cells, 'session'), asNumber(cells, 'session_no'));
  }
  return found;
}
