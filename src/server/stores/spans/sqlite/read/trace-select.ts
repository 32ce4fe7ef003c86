import type { TraceQuery } from '#core/ports/span-store.ts';
import { TRACE_ROW_SQL } from '../both/trace-row-codec.ts';
import { projectTracesSql, SESSION_TRACES_SQL } from '../index/trace-run.ts';
import { filterConditions } from './trace-filter-conditions.ts';
import { TRACE_RANK_SQL } from '../index/trace-zone-writer.ts';
import type { TraceKeyRange } from './trace-keys.ts';

export type Param = string | bigint | number;

export interface TraceSelect {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** The sorts that an index of traces has. */
export type IndexedSort = 'start_time' | 'latency_ms';

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
 * The page's SQL, without its limit's value; of the traces of some sessions or users, of some
 * numbers or of a range of them. Indexes are named: a planner that changes its mind would scan
 * millions of rows.
 */
export function traceSelect(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
  only: ReadonlySet<number> | TraceRange | null = null,
): TraceSelect {
  const { source, where, params } =
    only === null
      ? ofOwners(query, sessionNumbers)
      : { source: 'FROM traces t NOT INDEXED', ...conditions(query, sessionNumbers) };
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
  if (query.anchor !== undefined) {
    const { sortValue, id, inclusive } = query.anchor;
    // Repeated as a plain comparison, because SQLite can't seek in an index otherwise.
    add(`${sort} ${isUp ? '>' : '<'}= +?`, clamp(sortValue));
    add(
      `(${sort}, t.id) ${isUp ? '>' : '<'}${inclusive ? '=' : ''} (+?, +?)`,
      clamp(sortValue),
      id,
    );
  }
  const direction = isUp ? '' : ' DESC';
  const inOrder = `ORDER BY ${sort}${direction}, t.id${direction}`;
  // The page is cut before it is joined: where the index is not in list order, thousands of rows
  // may be sorted for it.
  const cut = `SELECT t.* ${source}\n  WHERE ${where.join(' AND ')}\n  ${inOrder}\n  LIMIT ?`;
  return {
    sql: `${TRACE_ROW_SQL.replace('FROM traces t', `FROM (${cut}) t`)}\n${inOrder}`,
    params,
  };
}

/** The rows of these traces, in their order, that meet the query. */
export function traceRowsSelect(query: TraceQuery, numbers: readonly number[]): TraceSelect {
  const { where, params } = conditions(query, null);
  const listed = 'FROM json_each(+?) j CROSS JOIN traces t ON t.id = j.value';
  return {
    sql: `${TRACE_ROW_SQL.replace('FROM traces t', listed)}\nWHERE ${where.join(' AND ')}`,
    params: [JSON.stringify(numbers), ...params],
  };
}

/** How many traces some sessions or users have, before a filter; counted up to a limit. */
export function traceCountSelect(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
): TraceSelect {
  const { source, where, params } = ofOwners(query, sessionNumbers);
  return {
    sql: `SELECT count(*) FROM (SELECT 1 ${source}\n  WHERE ${where.join(' AND ')} LIMIT ?)`,
    params,
  };
}

/** The keys of a list in its order, from its anchor on. */
export function traceKeyRange(query: TraceQuery & { readonly sort: IndexedSort }): TraceKeyRange {
  const { projectId, sort, order, anchor, window = {} } = query;
  const [least, most] = valuesOf(query);
  const isUp = order === 'asc';
  const [first, last] = isUp ? [least, most] : [most, least];
  const from: [bigint, bigint] = [first, isUp ? 0n : INT64_MAX];
  if (anchor !== undefined) {
    const value = clamp(anchor.sortValue);
    if (isUp ? value >= first : value <= first) {
      const step = anchor.inclusive ? 0 : isUp ? 1 : -1;
      [from[0], from[1]] = [value, BigInt(anchor.id + step)];
    }
  }
  const by =
    sort === 'latency_ms' ? 'latency' : query.hasError === true ? 'start with error' : 'start';
  const others = { ...query };
  for (const name of TOLD_BY_KEYS[by]) delete others[name];
  const { where, params } = conditions(others, null);
  return {
    projectId,
    by,
    order,
    from,
    last,
    window,
    where: { conditions: where.slice(1), params: params.slice(1) },
  };
}

/** What need not be asked of the traces of an index. */
const TOLD_BY_KEYS = {
  start: ['window'],
  'start with error': ['window', 'hasError'],
  latency: ['latencyNanoMin', 'latencyNanoMax'],
} as const;

function valuesOf({
  sort,
  window,
  latencyNanoMin,
  latencyNanoMax,
}: TraceQuery): readonly [least: bigint, most: bigint] {
  const [least, most] =
    sort === 'start_time'
      ? [window?.startUnixNano, (window?.endUnixNano ?? INT64_MAX + 1n) - 1n]
      : [latencyNanoMin, latencyNanoMax];
  return [clamp(least ?? INT64_MIN), clamp(most ?? INT64_MAX)];
}

interface Conditions {
  readonly where: string[];
  readonly params: Param[];
}

/** The traces of some sessions, or else of some users. */
function ofOwners(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
): Conditions & { readonly source: string } {
  const { where, params } = conditions(query, null);
  if (sessionNumbers !== null) {
    where.push(`runs.session_number IN (${blanks(sessionNumbers.size)})`);
    return { source: SESSION_TRACES_SQL, where, params: [...params, ...sessionNumbers] };
  }
  where.push('runs.project_id = +?', 'runs.start_max >= +?', 'runs.start_min < +?');
  const { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX } = query.window ?? {};
  return {
    source: projectTracesSql('traces_by_user'),
    where,
    params: [...params, query.projectId, startUnixNano, endUnixNano],
  };
}

function conditions(query: TraceQuery, sessionNumbers: ReadonlySet<number> | null): Conditions {
  const where = ['t.project_id = +?'];
  const params: Param[] = [query.projectId];
  const add = (condition: string, ...values: Param[]): void => {
    where.push(condition);
    params.push(...values);
  };
  if (sessionNumbers !== null)
    add(`t.session_number IN (${blanks(sessionNumbers.size)})`, ...sessionNumbers);
  if (query.userIds !== undefined)
    add(`t.user_id IN (${blanks(query.userIds.length)})`, ...query.userIds);
  if (query.hasError === true) add('t.error_count > 0');
  if (query.hasError === false) add('t.error_count = 0');
  if (query.window?.startUnixNano !== undefined)
    add('t.start_time >= +?', query.window.startUnixNano);
  if (query.window?.endUnixNano !== undefined) add('t.start_time < +?', query.window.endUnixNano);
  if (query.latencyNanoMin !== undefined)
    add('t.end_time - t.start_time >= +?', query.latencyNanoMin);
  if (query.latencyNanoMax !== undefined)
    add('t.end_time - t.start_time <= +?', query.latencyNanoMax);
  // In a list by start, rows are passed over one by one, and the budget is asked between them.
  if (query.sort !== 'start_time') filterConditions(query.filter?.necessary ?? {}, add);
  return { where, params };
}

function blanks(count: number): string {
  return Array.from({ length: count }, () => '+?').join(', ');
}

/** The nearest value that SQLite can hold. */
export function clamp(value: bigint): bigint {
  return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : value;
}
