import type Database from 'better-sqlite3';
import { projectTracesSql, SESSION_TRACES_SQL } from '../index/trace-run.ts';
import type { KeyCells } from './shape-keys.ts';
import type { SpanConditions } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import type { SpanLookup } from './span-lookup.ts';
import { TraceKeys } from './trace-keys.ts';

type TraceCells = [number: bigint, spanCount: bigint];

const INT64_MAX = 2n ** 63n - 1n;
const CHUNK = 32;
/**
 * Above this many spans the traces of a user or session are too common to gather: scanning meets
 * them soon enough.
 */
const SPANS_GATHERED_MAX = 20_000;

/**
 * Spans by what their traces are about: a user or a session has few traces, so these are read whole
 * instead of scanning the project.
 */
export class TraceSources {
  readonly #lookup: SpanLookup;
  readonly #keys: TraceKeys;
  readonly #ofUser: Database.Statement<[number, string, number], TraceCells>;
  readonly #ofOtherUser: Database.Statement<[number, string, number], TraceCells>;
  readonly #ofSession: Database.Statement<[string, number, number], TraceCells>;

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#lookup = lookup;
    this.#keys = new TraceKeys(db);
    this.#ofUser = db
      .prepare<[number, string, number], TraceCells>(
        `SELECT t.id, t.span_count ${projectTracesSql('traces_by_user')}
         WHERE runs.project_id = +? AND t.user_id = +? LIMIT ?`,
      )
      .safeIntegers(true)
      .raw(true);
    this.#ofOtherUser = db
      .prepare<[number, string, number], TraceCells>(
        `SELECT t.id, t.span_count FROM trace_other_users o JOIN traces t ON t.id = o.trace_number
         WHERE t.project_id = +? AND o.user_id = +? LIMIT ?`,
      )
      .safeIntegers(true)
      .raw(true);
    this.#ofSession = db
      .prepare<[string, number, number], TraceCells>(
        `SELECT t.id, t.span_count ${SESSION_TRACES_SQL}
         WHERE runs.session_number = (SELECT id FROM sessions WHERE session_id = +?) AND t.project_id = +? LIMIT ?`,
      )
      .safeIntegers(true)
      .raw(true);
  }

  /**
   * Keys of all spans in the traces of the sessions or users asked for; null when those are too
   * many to gather.
   */
  gather(c: SpanConditions): SpanKey[] | null {
    const traces = new Map<bigint, bigint>();
    let spans = 0n;
    for (const [number, count] of c.sessionIds === null
      ? this.#tracesOfUsers(c)
      : this.#tracesOfSessions(c)) {
      if (!traces.has(number)) spans += count;
      traces.set(number, count);
      if (spans > SPANS_GATHERED_MAX) return null;
    }
    return [...traces.keys()].flatMap((number) => this.#lookup.traceKeys(Number(number)));
  }

  /**
   * Newest spans of one user's traces without reading them all. Traces come by falling end: no span
   * of a later one starts after that, so the gathered spans that do are next in the list. Spans
   * that start after `startMax` are of no interest, and so are traces.
   */
  *newestOfUser(c: SpanConditions, userId: string, startMax: bigint): Generator<SpanKey> {
    const waiting: SpanKey[] = this.#ofOtherUser
      .all(c.projectId, userId, SPANS_GATHERED_MAX)
      .flatMap(([id]) => this.#lookup.traceKeys(Number(id)));
    const seen = new Set(waiting.map((key) => key.id));
    for (const traces of this.#byFallingEnd(c.projectId, userId, startMax)) {
      for (const [, id] of traces)
        for (const key of this.#lookup.traceKeys(Number(id)))
          if (!seen.has(key.id)) waiting.push(key);
      const last = traces.at(-1);
      const isEnd = last === undefined || traces.length < CHUNK;
      waiting.sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
      for (
        let next = waiting.at(-1);
        next !== undefined && (isEnd || next.start > last[0]);
        next = waiting.at(-1)
      ) {
        waiting.pop();
        yield next;
      }
    }
  }

  /** A user's traces that start up to then, so many at a time; fewer are the last. */
  *#byFallingEnd(
    projectId: number,
    userId: string,
    startMax: bigint,
  ): Generator<readonly KeyCells[]> {
    const where = {
      conditions: ['t.user_id = +?', 't.start_time <= +?'],
      params: [userId, startMax],
    };
    let traces: KeyCells[] = [];
    for (const keys of this.#keys.inOrder({
      projectId,
      by: 'end of user',
      order: 'desc',
      from: [INT64_MAX, INT64_MAX],
      last: -INT64_MAX,
      window: { endUnixNano: startMax + 1n },
      where,
    }))
      for (const key of keys) {
        if (traces.push(key) < CHUNK) continue;
        yield traces;
        traces = [];
      }
    yield traces;
  }

  *#tracesOfUsers(c: SpanConditions): Generator<TraceCells> {
    for (const userId of c.userIds ?? []) {
      yield* this.#ofUser.all(c.projectId, userId, SPANS_GATHERED_MAX);
      yield* this.#ofOtherUser.all(c.projectId, userId, SPANS_GATHERED_MAX);
    }
  }

  *#tracesOfSessions(c: SpanConditions): Generator<TraceCells> {
    for (const sessionId of c.sessionIds ?? [])
      yield* this.#ofSession.all(sessionId, c.projectId, SPANS_GATHERED_MAX);
  }
}
