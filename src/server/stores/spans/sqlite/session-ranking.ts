import type { PageAnchor, SessionSort } from '#core/ports/span-store.ts';

/** What `SessionQuery` sorts by, besides insertion. */
export type SessionRank = Exclude<SessionSort, 'id'>;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const overTraces = (what: string): string => `(SELECT ${what} FROM traces t INDEXED BY traces_by_session WHERE t.session_number = s.id)`;

/** Whole numbers, so that cursors hold them exactly: nanoseconds, counts, nanodollars (-1 without a cost). */
const RANKS: Readonly<Record<SessionRank, string>> = {
  start_time: 's.start_time',
  end_time: 's.end_time',
  duration_ms: 's.end_time - s.start_time',
  trace_count: overTraces('count(*)'),
  error_count: overTraces('coalesce(sum(t.error_count > 0), 0)'),
  token_count: overTraces('coalesce(sum(t.prompt_tokens + t.completion_tokens), 0)'),
  cost_usd: overTraces('coalesce(CAST(sum(t.cost_usd) * 1e9 + 0.5 AS INTEGER), -1)'),
};

/**
 * Sessions of a project that were active in a window, from a place in the ranking on: their rank and number. Every session of the project
 * is looked at for each page: there are far fewer than traces.
 */
export function sessionRankSelect(sort: SessionRank, order: 'asc' | 'desc'): string {
  const [direction, from] = order === 'asc' ? ['', '>='] : [' DESC', '<='];
  return `WITH z AS MATERIALIZED (
  SELECT ${RANKS[sort]} AS value, s.id FROM sessions s INDEXED BY sessions_by_project
  WHERE s.project_id = +? AND s.session_id IS NOT NULL AND s.end_time >= +? AND s.start_time < +?)
SELECT value, id FROM z WHERE (value, id) ${from} (+?, +?)
ORDER BY value${direction}, id${direction} LIMIT ?`;
}

/** Where the ranking begins. */
export function firstPlace(order: 'asc' | 'desc'): PageAnchor {
  return order === 'asc'
    ? { sortValue: INT64_MIN, id: 0, inclusive: true }
    : { sortValue: INT64_MAX, id: Number.MAX_SAFE_INTEGER, inclusive: true };
}
