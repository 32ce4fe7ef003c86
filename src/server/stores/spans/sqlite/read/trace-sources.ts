import type Database from 'better-sqlite3';
import type { SpanConditions } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import type { SpanLookup } from './span-lookup.ts';

type TraceCells = [number: bigint, spanCount: bigint, end: bigint];

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
  readonly #ofUser: Database.Statement<
    [number, string, bigint, bigint, bigint, number],
    TraceCells
  >;
  readonly #ofOtherUser: Database.Statement<[number, string, number], TraceCells>;
  readonly #ofSession: Database.Statement<[string, number, number], TraceCells>;

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#lookup = lookup;
    this.#ofUser = db
      .prepare<[number, string, bigint, bigint, bigint, number], TraceCells>(
        `SELECT id, span_count, end_time FROM traces INDEXED BY traces_by_user
         WHERE project_id = +? AND user_id = +? AND start_time <= +? AND (end_time, id) < (+?, +?) ORDER BY end_time DESC, id DESC LIMIT ?`,
      )
      .safeIntegers(true)
      .raw(true);
    this.#ofOtherUser = db
      .prepare<[number, string, number], TraceCells>(
        `SELECT t.id, t.span_count, t.end_time FROM trace_other_users o JOIN traces t ON t.id = o.trace_number
         WHERE t.project_id = +? AND o.user_id = +? LIMIT ?`,
      )
      .safeIntegers(true)
      .raw(true);
    this.#ofSession = db
      .prepare<[string, number, number], TraceCells>(
        `SELECT t.id, t.span_count, t.end_time FROM sessions z JOIN traces t INDEXED BY traces_by_session ON t.session_number = z.id
         WHERE z.session_id = +? AND t.project_id = +? LIMIT ?`,
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
    let edge: [end: bigint, id: bigint] = [INT64_MAX, INT64_MAX];
    const waiting: SpanKey[] = this.#ofOtherUser
      .all(c.projectId, userId, SPANS_GATHERED_MAX)
      .flatMap(([id]) => this.#lookup.traceKeys(Number(id)));
    const seen = new Set(waiting.map((key) => key.id));
    for (;;) {
      const traces = this.#ofUser.all(c.projectId, userId, startMax, ...edge, CHUNK);
      for (const [id] of traces) {
        for (const key of this.#lookup.traceKeys(Number(id)))
          if (!seen.has(key.id)) waiting.push(key);
      }
      const last = traces.at(-1);
      const isEnd = last === undefined || traces.length < CHUNK;
      if (last !== undefined) edge = [last[2], last[0]];
      waiting.sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1));
      for (
        let next = waiting.at(-1);
        next !== undefined && (isEnd || next.start > edge[0]);
        next = waiting.at(-1)
      ) {
        waiting.pop();
        yield next;
      }
      if (isEnd) return;
    }
  }

  *#tracesOfUsers(c: SpanConditions): Generator<TraceCells> {
    for (const userId of c.userIds ?? []) {
      yield* this.#ofUser.all(
        c.projectId,
        userId,
        INT64_MAX,
        INT64_MAX,
        INT64_MAX,
        SPANS_GATHERED_MAX,
      );
      yield* this.#ofOtherUser.all(c.projectId, userId, SPANS_GATHERED_MAX);
    }
  }

  *#tracesOfSessions(c: SpanConditions): Generator<TraceCells> {
    for (const sessionId of c.sessionIds ?? [])
      yield* this.#ofSession.all(sessionId, c.projectId, SPANS_GATHERED_MAX);
  }
}
