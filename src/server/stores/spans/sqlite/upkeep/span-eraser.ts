import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type { SpanEraser, TimeWindow } from '#core/ports/span-store.ts';
import {
  projectTracesSql,
  SESSION_TRACES_SQL,
  STARTED_IN_SQL,
  type StartedIn,
} from '../index/trace-run.ts';
import { StepTime, type Clock } from '../both/step-time.ts';
import type { WriteConnection } from '../write/write-connection.ts';
import type { WriteParts } from '../write/write-parts.ts';
import { COMPLETION_SUM_SQL, COST_SUM_SQL, PROMPT_SUM_SQL } from '../write/repeats/usage-sums.ts';
import { TraceRootFinder } from '../write/trace-root.ts';
import { erasedSpan, type ErasedSpan } from './erased-span.ts';
import { Purger } from './purger.ts';

/**
 * Spans purged along with the call that deletes their traces, so that small deletes show in every
 * figure at once.
 */
const PURGED_AT_ONCE = 1_000;
/** Of these, as many in one transaction as go in this time: then waiting writes get their turn. */
const PURGE_MS = 20;
/**
 * Traces, sessions or spans that die in one transaction: a list of so many goes whole or not at
 * all.
 */
const AT_ONCE = 1_000;
const TRACES_IN_SQL = `SELECT t.id ${projectTracesSql('traces_by_start')}
WHERE runs.project_id = ? AND ${STARTED_IN_SQL} LIMIT ?`;
const TOTALS_SQL = `SELECT count(*) AS span_count, min(s.start_time) AS start_time, max(s.start_time + max(s.duration, 0)) AS end_time,
  sum(h.status = 2) AS error_count, ${PROMPT_SUM_SQL} AS prompt_tokens,
  ${COMPLETION_SUM_SQL} AS completion_tokens, ${COST_SUM_SQL} AS cost_usd,
  sum(s.user_id = '') AS own_users
FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.trace_number = ?`;

/**
 * Deletes spans, traces, sessions and projects. Deleted rows are hidden from readers when a call
 * resolves; the settler erases them from the file.
 */
export class SqliteSpanEraser implements SpanEraser {
  readonly #connection: WriteConnection;
  readonly #clock: Clock;

  constructor(connection: WriteConnection, clock: Clock = () => performance.now()) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async deleteSpans(numbers: readonly number[]): Promise<number> {
    let deleted = 0;
    for (const chunk of chunksOf(numbers)) {
      deleted += this.#erase((parts) => {
        const spans = [...new Set(chunk)]
          .map((number) => erasedSpan(parts.db, number))
          .filter((span) => span !== null && isLive(parts, span));
        const live = spans.filter((span) => span !== null);
        const purger = new Purger(parts);
        for (const span of live) parts.events.dropSpan(span.id);
        purger.dropSpans(live);
        const repairer = new TraceRepairer(parts, purger);
        for (const traceNumber of new Set(live.map((span) => span.traceNumber)))
          repairer.repair(traceNumber);
        purger.tidySessions();
        return live.length;
      });
      await setImmediate();
    }
    return deleted;
  }

  /**
   * All or none of up to a thousand. Of more, some may be gone when it fails; the error says how
   * many.
   */
  async deleteTraces(numbers: readonly number[]): Promise<number> {
    const waiting = [...new Set(numbers)];
    const killed: Killed[] = [];
    for (const chunk of chunksOf(waiting)) {
      const what = `${killed.length} of ${waiting.length} traces`;
      killed.push(
        ...(await sayingWhatWent(killed.length > 0 ? what : null, () =>
          this.#erase((parts) => killAll(new Purger(parts), chunk)),
        )),
      );
      await setImmediate();
    }
    await this.#purgeSome(killed);
    return killed.length;
  }

  async deleteTracesIn(projectId: number, window: Required<TimeWindow>): Promise<number> {
    let deleted = 0;
    const bounds = [window.startUnixNano, window.endUnixNano] as const;
    for (;;) {
      const numbers = this.#connection.db
        .prepare<[number, ...StartedIn, number], number>(TRACES_IN_SQL)
        .pluck(true)
        .all(projectId, ...bounds, ...bounds, AT_ONCE / 2);
      if (projectId === 0 || numbers.length === 0) return deleted;
      const what = deleted > 0 ? `${deleted} traces` : null;
      const gone = await sayingWhatWent(what, () => this.deleteTraces(numbers));
      deleted += gone;
      if (gone === 0) return deleted;
    }
  }

  /** As with traces: all or none of up to a thousand with up to a thousand traces. */
  async deleteSessions(numbers: readonly number[]): Promise<number> {
    const waiting = [...new Set(numbers)];
    const killed: Killed[] = [];
    let deleted = 0;
    for (let next = 0; next < waiting.length;) {
      const { sessions, traces, end } = this.#sessionsAtOnce(waiting, next);
      const what = deleted > 0 ? `${deleted} of ${waiting.length} sessions` : null;
      // A session with more traces than go at once loses the others first: it is there until the
      // last is gone. Those that came meanwhile go too.
      if (traces.length > AT_ONCE) {
        await sayingWhatWent(what, () => this.deleteTraces(traces.slice(AT_ONCE)));
        continue;
      }
      const gone = await sayingWhatWent(what, () =>
        this.#erase((parts) => {
          const purger = new Purger(parts);
          const dead = killAll(purger, traces);
          for (const session of sessions) purger.dropSession(session);
          return dead;
        }),
      );
      killed.push(...gone);
      deleted += sessions.length;
      next = end;
      await setImmediate();
    }
    await this.#purgeSome(killed);
    return deleted;
  }

  /** The sessions that go next, with their traces; those that do not exist are left out. */
  #sessionsAtOnce(
    waiting: readonly number[],
    from: number,
  ): { readonly sessions: number[]; readonly traces: number[]; readonly end: number } {
    const { db } = this.#connection;
    const exists = db
      .prepare<[number], number>(
        'SELECT 1 FROM sessions z JOIN projects p ON p.id = z.project_id WHERE z.id = +?',
      )
      .pluck(true);
    const tracesOf = db
      .prepare<[number], number>(`SELECT t.id ${SESSION_TRACES_SQL} WHERE runs.session_number = ?`)
      .pluck(true);
    const sessions: number[] = [];
    const traces: number[] = [];
    let end = from;
    for (; end < waiting.length && sessions.length < AT_ONCE; end += 1) {
      const number = waiting[end] ?? 0;
      if (exists.get(number) === undefined) continue;
      const own = tracesOf.all(number);
      if (sessions.length > 0 && traces.length + own.length > AT_ONCE) break;
      sessions.push(number);
      traces.push(...own);
    }
    return { sessions, traces, end };
  }

  /**
   * Readers don't see dead rows any more; if there is no room to purge them now, the settler does
   * it later.
   */
  async #purgeSome(killed: readonly Killed[]): Promise<void> {
    let left = PURGED_AT_ONCE;
    const small = killed.filter(({ spans }) => {
      left -= spans + 1;
      return left >= 0;
    });
    try {
      for (let next = 0; next < small.length;) {
        this.#erase((parts) => {
          const purger = new Purger(parts);
          const time = new StepTime(this.#clock, PURGE_MS);
          do purger.purgeTrace(small[next]?.number ?? 0, PURGED_AT_ONCE);
          while (++next < small.length && !time.isOver);
        });
        await setImmediate();
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async deleteProject(projectId: number): Promise<boolean> {
    return this.#erase(({ db, events, traces }) => {
      events.dropProject(projectId, (traceId) => traces.projectOf(traceId));
      if (db.prepare('DELETE FROM projects WHERE id = ?').run(projectId).changes === 0)
        return false;
      db.prepare('DELETE FROM shapes WHERE project_id = ?').run(projectId);
      db.prepare('INSERT OR IGNORE INTO dead_projects (id) VALUES (?)').run(projectId);
      return true;
    });
  }

  /** Rows change behind what the writer remembers, so it forgets. */
  #erase<Result>(work: (parts: WriteParts) => Result): Result {
    try {
      return this.#connection.transaction(work);
    } finally {
      this.#connection.forget();
    }
  }
}

function isLive(parts: WriteParts, span: ErasedSpan): boolean {
  const sql = 'SELECT 1 FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.id = +?';
  return parts.db.prepare<[number], number>(sql).pluck(true).get(span.traceNumber) !== undefined;
}

/** A trace that was live until now, and how many spans wait to be purged. */
interface Killed {
  readonly number: number;
  readonly spans: number;
}

function killAll(purger: Purger, numbers: readonly number[]): readonly Killed[] {
  const killed = numbers.flatMap((number) => {
    const spans = purger.killTrace(number);
    return spans === null ? [] : [{ number, spans }];
  });
  purger.tidySessions();
  return killed;
}

/** Work that fails after some of what was asked for is gone says so. */
async function sayingWhatWent<Result>(
  gone: string | null,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (gone === null || !(error instanceof AppError)) throw error;
    const { code, detail, retryAfterSeconds } = error;
    const message = `${detail} Deleted before that: ${gone}; the others are as they were.`;
    throw new AppError(code, message, {
      cause: error,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}

function* chunksOf(numbers: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < numbers.length; i += AT_ONCE) yield numbers.slice(i, i + AT_ONCE);
}

interface Totals {
  readonly span_count: bigint;
  readonly start_time: bigint | null;
  readonly end_time: bigint | null;
  readonly error_count: bigint | null;
  readonly prompt_tokens: bigint | null;
  readonly completion_tokens: bigint | null;
  readonly cost_usd: number | null;
  readonly own_users: bigint | null;
}

/** Makes a trace's row true again after some of its spans were deleted. */
class TraceRepairer {
  readonly #parts: WriteParts;
  readonly #db: Database.Database;
  readonly #purger: Purger;
  readonly #roots: TraceRootFinder;

  constructor(parts: WriteParts, purger: Purger) {
    this.#parts = parts;
    this.#db = parts.db;
    this.#purger = purger;
    this.#roots = new TraceRootFinder(parts.db);
  }

  /** A trace without spans goes; the session narrows with its traces. */
  repair(number: number): void {
    const before = this.#db
      .prepare<[number], { project_id: bigint; start_time: bigint; session_number: bigint | null }>(
        'SELECT project_id, start_time, session_number FROM traces WHERE id = ?',
      )
      .safeIntegers(true)
      .get(number);
    if (before === undefined) return;
    this.#parts.repeats.settle(number, Number(before.project_id));
    const totals = this.#db.prepare<[number], Totals>(TOTALS_SQL).safeIntegers(true).get(number);
    if (totals === undefined || totals.start_time === null || totals.end_time === null) {
      this.#purger.killTrace(number);
      this.#purger.purgeTrace(number, 1);
      return;
    }
    if (before.start_time !== totals.start_time) {
      this.#parts.rollups.addTrace(Number(before.project_id), before.start_time, -1);
      this.#parts.rollups.addTrace(Number(before.project_id), totals.start_time, 1);
    }
    const root = this.#roots.find(number);
    this.#db
      .prepare(
        `UPDATE traces SET start_time = ?, end_time = ?, span_count = ?, error_count = ?, prompt_tokens = ?, completion_tokens = ?, cost_usd = ?,
         root_span = ?, root_start = ?, root_is_orphan = ? WHERE id = ?`,
      )
      .run(
        totals.start_time,
        totals.end_time,
        totals.span_count,
        totals.error_count ?? 0n,
        totals.prompt_tokens ?? 0n,
        totals.completion_tokens ?? 0n,
        totals.cost_usd,
        root?.spanNumber ?? null,
        root?.startTime ?? null,
        root?.isOrphan === false ? 0 : 1,
        number,
      );
    this.#parts.traceZones.addStored(number);
    this.#parts.traceZones.soil(Number(before.project_id), number);
    if ((totals.own_users ?? 0n) === 0n) this.#nextUser(number);
    this.#dropOtherUsers(number);
    if (before.session_number !== null) this.#purger.tidyLater(before.session_number);
  }

  /** No span of the trace's user is left: the earliest other one takes the place. */
  #nextUser(number: number): void {
    this.#db
      .prepare(
        'UPDATE traces SET user_id = (SELECT user_id FROM spans WHERE trace_number = ? AND user_id IS NOT NULL ORDER BY id LIMIT 1) WHERE id = ?',
      )
      .run(number, number);
  }

  /** Forgets the users of whom the trace has no span any more. */
  #dropOtherUsers(number: number): void {
    this.#db
      .prepare(
        'DELETE FROM trace_other_users WHERE trace_number = ? AND user_id NOT IN (SELECT user_id FROM spans WHERE trace_number = ? AND user_id IS NOT NULL)',
      )
      .run(number, number);
  }
}
