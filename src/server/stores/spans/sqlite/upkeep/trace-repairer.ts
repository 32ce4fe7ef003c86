import type Database from 'better-sqlite3';
import type { Purger } from './purger.ts';
import { COMPLETION_SUM_SQL, COST_SUM_SQL, PROMPT_SUM_SQL } from '../write/repeats/usage-sums.ts';
import { TraceRootFinder } from '../write/trace-root.ts';
import type { WriteParts } from '../write/write-parts.ts';

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

const TOTALS_SQL = `SELECT count(*) AS span_count, min(s.start_time) AS start_time, max(s.start_time + max(s.duration, 0)) AS end_time,
  sum(h.status = 2) AS error_count, ${PROMPT_SUM_SQL} AS prompt_tokens,
  ${COMPLETION_SUM_SQL} AS completion_tokens, ${COST_SUM_SQL} AS cost_usd,
  sum(s.user_id = '') AS own_users
FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.trace_number = ?`;

/** Makes a trace's row true again after some of its spans were deleted. */
export class TraceRepairer {
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
    if ((totals.own_users ?? 0n) === 0n) this.#nextUser(number);
    if (before.session_number !== null) this.#purger.tidySession(before.session_number);
  }

  /** No span of the trace's user is left: the earliest other one takes the place. */
  #nextUser(number: number): void {
    this.#db
      .prepare(
        'UPDATE traces SET user_id = (SELECT user_id FROM spans WHERE trace_number = ? AND user_id IS NOT NULL ORDER BY id LIMIT 1) WHERE id = ?',
      )
      .run(number, number);
    this.#db
      .prepare(
        'DELETE FROM trace_other_users WHERE trace_number = ? AND user_id NOT IN (SELECT user_id FROM spans WHERE trace_number = ? AND user_id IS NOT NULL)',
      )
      .run(number, number);
  }
}
