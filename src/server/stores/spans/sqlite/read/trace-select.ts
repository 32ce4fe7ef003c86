import type { TraceQuery } from '#core/ports/span-store.ts';
import { TRACE_ROW_SQL } from '../both/trace-row-codec.ts';
import { TRACE_RANK_SQL } from '../index/trace-zone-writer.ts';

export type Param = string | bigint | number;

export interface TraceSelect {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** Some consecutive traces, and the value of the last row that a page has: none worse is read. */
export interface TraceRange {
  readonly numbers: readonly [low: number, high: number];
  readonly worst: bigint | null;
}

/** The SQL sort values of traces; equal to those of `core/trace/rank-value.ts`. */
const SORTS: Readonly<Record<TraceQuery['sort'], string>> = {
  start_time: 't.start_time',
  latency_ms: 't.end_time - t.start_time',
  ...TRACE_RANK_SQL,
};
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * The page's SQL, without its limit's value; of the traces of some sessions, of some numbers or of a
 * range of them. The index is named: a planner that changes its mind would scan millions of rows.
 */
export function traceSelect(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
  only: ReadonlySet<number> | TraceRange | null = null,
  fromAnchor = true,
): TraceSelect {
  const { where, params } = conditions(query, sessionNumbers);
  const sort = SORTS[query.sort];
  const isUp = query.order === 'asc';
  const add = (condition: string, ...values: Param[]): void => {
    where.push(condition);
    params.push(...values);
  };
  if (only !== null && 'numbers' in only) {
    add('t.id BETWEEN +? AND +?', ...only.numbers);
    if (only.worst !== null) add(`${sort} ${isUp ? '<' : '>'}= +?`, only.worst);
  } else if (only !== null)
    add('t.id IN (SELECT value FROM json_each(+?))', JSON.stringify([...only]));
  if (query.anchor !== undefined && fromAnchor) {
    const { sortValue, id, inclusive } = query.anchor;
    // Repeated as a plain comparison, because SQLite can't seek in an index on an expression
    // otherwise.
    add(`${sort} ${isUp ? '>' : '<'}= +?`, clamp(sortValue));
    add(
      `(${sort}, t.id) ${isUp ? '>' : '<'}${inclusive ? '=' : ''} (+?, +?)`,
      clamp(sortValue),
      id,
    );
  }
  const source = only === null ? `INDEXED BY ${indexFor(query, sessionNumbers)}` : 'NOT INDEXED';
  const direction = isUp ? '' : ' DESC';
  const inOrder = `ORDER BY ${sort}${direction}, t.id${direction}`;
  // The page is cut before it is joined: where the index is not in list order, thousands of rows
  // may be sorted for it.
  const cut = `SELECT * FROM traces t ${source}\n  WHERE ${where.join(' AND ')}\n  ${inOrder}\n  LIMIT ?`;
  return {
    sql: `${TRACE_ROW_SQL.replace('FROM traces t', `FROM (${cut}) t`)}\n${inOrder}`,
    params,
  };
}

/** How many traces a list is about, before its filter; counted up to a limit. */
export function traceCountSelect(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
): TraceSelect {
  const { where, params } = conditions(query, sessionNumbers);
  return {
    sql: `SELECT count(*) FROM (SELECT 1 FROM traces t INDEXED BY ${indexFor(query, sessionNumbers)}
  WHERE ${where.join(' AND ')} LIMIT ?)`,
    params,
  };
}

function conditions(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
): { readonly where: string[]; readonly params: Param[] } {
  const where = ['t.project_id = +?'];
  const params: Param[] = [query.projectId];
  const add = (condition: string, ...values: Param[]): void => {
    where.push(condition);
    params.push(...values);
  };
  if (sessionNumbers !== null)
    add(
      `t.session_number IN (${[...sessionNumbers].map(() => '+?').join(', ')})`,
      ...sessionNumbers,
    );
  if (query.userIds !== undefined)
    add(`t.user_id IN (${query.userIds.map(() => '+?').join(', ')})`, ...query.userIds);
  if (query.hasError === true) add('t.error_count > 0');
  if (query.hasError === false) add('t.error_count = 0');
  if (query.window?.startUnixNano !== undefined)
    add('t.start_time >= +?', query.window.startUnixNano);
  if (query.window?.endUnixNano !== undefined) add('t.start_time < +?', query.window.endUnixNano);
  if (query.latencyNanoMin !== undefined)
    add('t.end_time - t.start_time >= +?', query.latencyNanoMin);
  if (query.latencyNanoMax !== undefined)
    add('t.end_time - t.start_time <= +?', query.latencyNanoMax);
  return { where, params };
}

function indexFor(query: TraceQuery, sessionNumbers: ReadonlySet<number> | null): string {
  if (sessionNumbers !== null) return 'traces_by_session';
  if (query.userIds !== undefined) return 'traces_by_user';
  if (query.sort === 'latency_ms') return 'traces_by_latency';
  return query.hasError === true ? 'traces_with_errors' : 'traces_by_start';
}

/** The nearest value that SQLite can hold. */
export function clamp(value: bigint): bigint {
  return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : value;
}
