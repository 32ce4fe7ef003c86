import type { PageAnchor, SessionQuery, SessionSort } from '#core/ports/span-store.ts';

/** The sort fields of `SessionQuery`, besides insertion order. */
export type SessionRank = Exclude<SessionSort, 'id'>;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export type OrderedSort = 'start_time' | 'end_time';

/** The sorts whose order an index has. */
const INDEXES: Readonly<Record<OrderedSort, string>> = {
  start_time: 'sessions_by_start',
  end_time: 'sessions_by_end',
};

/** Whether an index gives the order: then a page is read from its place on. */
export function isOrderedSort(sort: SessionRank): sort is OrderedSort {
  return sort in INDEXES;
}

/**
 * Sessions of a project that were active in a window, from a place in the order on: what they are
 * ordered by, and their number.
 */
export function sessionOrderSelect(sort: OrderedSort, order: 'asc' | 'desc'): string {
  const [direction, from] = order === 'asc' ? ['', '>='] : [' DESC', '<='];
  // Repeated as a plain comparison, because SQLite can't seek in the index otherwise.
  return `SELECT s.${sort} AS value, s.id FROM sessions s INDEXED BY ${INDEXES[sort]}
WHERE s.project_id = +? AND s.session_id IS NOT NULL AND s.end_time >= +? AND s.start_time < +?
AND s.${sort} ${from} +? AND (s.${sort}, s.id) ${from} (+?, +?)
ORDER BY s.${sort}${direction}, s.id${direction} LIMIT ?`;
}

/** Where the ranking begins. */
export function firstPlace(order: 'asc' | 'desc'): PageAnchor {
  return order === 'asc'
    ? { sortValue: INT64_MIN, id: 0, inclusive: true }
    : { sortValue: INT64_MAX, id: Number.MAX_SAFE_INTEGER, inclusive: true };
}

/** A page in the order of numbers, and the bounds of its window. */
export function sessionNumberSelect(query: SessionQuery): [sql: string, window: bigint[]] {
  const isUp = query.order === 'asc';
  const window: bigint[] = [];
  let where = `project_id = ? AND id ${isUp ? '>' : '<'}= ? AND session_id IS NOT NULL`;
  if (query.window?.startUnixNano !== undefined) {
    where += ' AND end_time >= ?';
    window.push(query.window.startUnixNano);
  }
  if (query.window?.endUnixNano !== undefined) {
    where += ' AND start_time < ?';
    window.push(query.window.endUnixNano);
  }
  return [
    `SELECT id FROM sessions INDEXED BY sessions_by_project WHERE ${where} ORDER BY id${isUp ? '' : ' DESC'} LIMIT ?`,
    window,
  ];
}
