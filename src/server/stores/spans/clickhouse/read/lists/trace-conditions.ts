import type { PageAnchor, TraceQuery } from '#core/ports/span-store.ts';
import { annotatedSql, meanScoresSql } from '../../annotations/annotation-sql.ts';
import { Conditions } from '../../client/statement.ts';
import { PLACE } from '../../schema/tables.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { traceRowsSql } from '../trace-rows.ts';
import { nearSpans } from './near-spans.ts';
import { afterAnchor } from './ranked-pages.ts';
import { addAnnotated, addLatency } from './span-conditions.ts';

export type TraceFilters = Omit<TraceQuery, 'sort' | 'order' | 'limit' | 'anchor'>;

/** Only these traces, if given. */
interface Among {
  readonly traceIds: readonly string[] | undefined;
}

interface KnownPage extends Among {
  readonly order: 'asc' | 'desc';
  readonly anchor: PageAnchor | undefined;
  readonly count: number;
  /** The start beyond which the page does not reach; null where that is not known. */
  readonly bound: bigint | null;
}

/** Whether the starts of spans say where a page ends: nothing else narrows the list. */
export function isPlainList(
  { sessions, userIds, hasError, filter, withoutScore, ...query }: TraceFilters,
  traceIds: readonly string[] | undefined,
): boolean {
  const others = [sessions, userIds, hasError, filter, withoutScore, traceIds];
  return (
    others.every((one) => one === undefined) &&
    query.latencyNanoMin === undefined &&
    query.latencyNanoMax === undefined
  );
}

/** Whether all that decides which traces are listed is known without their spans. */
export function isKnownList(query: TraceFilters): boolean {
  return rowTests(new Conditions(), query).isEmpty;
}

/** The next traces of such a list by start, as `trace_id`, `trace_number` and `first`. */
export function knownPageSql(conditions: Conditions, query: TraceFilters, page: KnownPage): string {
  const { order, anchor, count } = page;
  const near = page.bound === null ? null : { ...page, bound: page.bound };
  const known = knownTracesSql(conditions, query, page, near);
  const after = afterAnchor(conditions, 'first', 'trace_number', order, anchor);
  const limit = conditions.bind(count, 'UInt64');
  return `SELECT trace_id, trace_number, first FROM (${known}) WHERE ${after} ORDER BY first ${order}, trace_number ${order} LIMIT ${limit}`;
}

/** The rows of all traces that meet the conditions of a list. */
export function traceListSql(conditions: Conditions, query: TraceFilters, among: Among): string {
  const known = knownTracesSql(conditions, query, among, null);
  const tests = rowTests(conditions, query);
  const scope = `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (${known})))`;
  const rows = traceRowsSql(scope);
  return tests.isEmpty ? rows : `SELECT * FROM (${rows}) WHERE ${tests.where}`;
}

/** What is known of the traces of a project, window and sessions, without their spans. */
function knownTracesSql(
  conditions: Conditions,
  { projectId, window, sessions, filter }: TraceFilters,
  { traceIds }: Among,
  near: (Pick<KnownPage, 'order' | 'anchor'> & { readonly bound: bigint }) | null,
): string {
  const project = conditions.bind(projectId, 'UInt32');
  const among = traceIds === undefined ? '' : ` AND ${conditions.ids('trace_id', traceIds, 16)}`;
  // A trace starts with one of its spans, so one that starts within the page has a span there.
  const inProject =
    near === null
      ? `SELECT trace_id FROM traces_by_id WHERE project = ${project}${among}`
      : `SELECT trace_id FROM spans WHERE ${nearSpans(conditions, { projectId, order: near.order }, near.anchor, near.bound)}`;
  const tests = [`project_id = ${project}`];
  if (near !== null)
    tests.push(
      `first ${near.order === 'desc' ? '>=' : '<='} ${conditions.bind(near.bound, 'Int64')}`,
    );
  if (window?.startUnixNano !== undefined)
    tests.push(`first >= ${conditions.bind(window.startUnixNano, 'Int64')}`);
  if (window?.endUnixNano !== undefined)
    tests.push(`first < ${conditions.bind(window.endUnixNano, 'Int64')}`);
  if (sessions !== undefined) {
    const numbers = sessions.flatMap((ref) => ('number' in ref ? [ref.number] : []));
    const ids = sessions.flatMap((ref) => ('sessionId' in ref ? [ref.sessionId] : []));
    const isOne = [
      `session_no IN ${conditions.bind(numbers, 'Array(UInt64)')}`,
      `(session_no != 0 AND session_id IN ${conditions.bind(ids, 'Array(String)')})`,
    ];
    tests.push(sessions.length === 0 ? '0' : `(${isOne.join(' OR ')})`);
  }
  const sessionIds = filter?.necessary.sessionIds;
  if (sessionIds !== undefined)
    tests.push(`session_id IN ${conditions.bind(sessionIds, 'Array(String)')}`);
  return `SELECT * FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id) WHERE ${tests.join(' AND ')}`;
}

/** Conditions on what only the spans of a trace say, or its annotations. */
function rowTests(conditions: Conditions, query: TraceFilters): Conditions {
  const { userIds, hasError, filter, withoutScore } = query;
  const tests = conditions.beside();
  const necessary = filter?.necessary ?? {};
  for (const errors of [hasError, necessary.hasError])
    if (errors !== undefined) tests.add(errors ? 'error_count > 0' : 'error_count = 0');
  addLatency(tests, 'end_time - start_time', query);
  addLatency(tests, 'end_time - start_time', necessary);
  tests.oneOf('trace_user', userIds, 'String').oneOf('trace_user', necessary.userIds, 'String');
  addAnnotated(tests, 'id', 'trace', necessary.annotations);
  for (const wanted of necessary.documentAnnotations ?? [])
    tests.add(
      `id IN (SELECT trace_number FROM spans_by_number WHERE number IN (${annotatedSql(tests, 'document', wanted)}))`,
    );
  if (withoutScore !== undefined)
    tests.add(`id NOT IN (SELECT subject FROM (${meanScoresSql(tests, 'trace', withoutScore)}))`);
  return tests;
}
