import type { PageAnchor, TraceQuery } from '#core/ports/span-store.ts';
import { annotatedSql, meanScoresSql } from '../../annotations/annotation-sql.ts';
import type { Conditions } from '../../client/statement.ts';
import { PLACE } from '../../schema/tables.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { traceRowsSql } from '../trace-rows.ts';
import { nearSpans } from './near-spans.ts';
import { afterAnchor } from './ranked-pages.ts';
import { addAnnotated, addLatency } from './span-conditions.ts';

export type TraceFilters = Omit<TraceQuery, 'sort' | 'order' | 'limit' | 'anchor'>;

interface TraceListing {
  readonly order: 'asc' | 'desc';
  readonly anchor: PageAnchor | undefined;
  readonly count: number;
  /** The list is sorted by start, which is known without the spans. */
  readonly isByStart: boolean;
  /** Only these, if given. */
  readonly traceIds: readonly string[] | undefined;
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

/**
 * The rows of the traces of a list: the next ones of a list by start that nothing narrows, else all
 * that meet the conditions.
 */
export function traceListSql(
  conditions: Conditions,
  query: TraceFilters,
  listing: TraceListing,
): string {
  const { order, anchor, count, isByStart } = listing;
  const known = knownTracesSql(conditions, query, listing);
  const tests = rowTests(conditions, query);
  const isPlain = isByStart && tests.isEmpty;
  const next = isPlain
    ? ` AND ${afterAnchor(conditions, 'first', 'trace_number', order, anchor)} ORDER BY first ${order}, trace_number ${order} LIMIT ${conditions.bind(count, 'UInt64')}`
    : '';
  const scope = `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (${known}${next})))`;
  const rows = traceRowsSql(scope);
  return tests.isEmpty ? rows : `SELECT * FROM (${rows}) WHERE ${tests.where}`;
}

/** What is known of the traces of a project, window and sessions, without their spans. */
function knownTracesSql(
  conditions: Conditions,
  { projectId, window, sessions, filter }: TraceFilters,
  { traceIds, order, anchor, bound }: TraceListing,
): string {
  const project = conditions.bind(projectId, 'UInt32');
  const among = traceIds === undefined ? '' : ` AND ${conditions.ids('trace_id', traceIds, 16)}`;
  // A trace starts with one of its spans, so one that starts within the page has a span there.
  const inProject =
    bound === null
      ? `SELECT trace_id FROM traces_by_id WHERE project = ${project}${among}`
      : `SELECT trace_id FROM spans WHERE ${nearSpans(conditions, { projectId, order }, anchor, bound)}`;
  const tests = [`project_id = ${project}`];
  if (bound !== null)
    tests.push(`first ${order === 'desc' ? '>=' : '<='} ${conditions.bind(bound, 'Int64')}`);
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
