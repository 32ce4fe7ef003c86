import type { PageAnchor, SessionQuery } from '#core/ports/span-store.ts';
import { annotatedSql, meanScoresSql } from '../../annotations/annotation-sql.ts';
import type { Conditions } from '../../client/statement.ts';
import { PLACE } from '../../schema/tables.ts';
import { sessionRowsSql } from '../session-rows.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { traceRowsSql } from '../trace-rows.ts';
import { afterAnchor } from './ranked-pages.ts';
import { addAnnotated } from './span-conditions.ts';

export type SessionFilters = Omit<SessionQuery, 'sort' | 'order' | 'limit' | 'anchor'>;

/** What sorts a list and is known of sessions without the spans. */
const KNOWN_RANKS: Readonly<Partial<Record<SessionQuery['sort'], string>>> = {
  id: 'toInt64(session_no)',
  start_time: 'min(first)',
  end_time: 'max(last)',
  duration_ms: 'max(last) - min(first)',
  trace_count: 'toInt64(count())',
};

/** What sorts a list, where that and all that decides which are listed is known without the spans. */
export function knownRank(
  sort: SessionQuery['sort'],
  { filter, withoutScore }: SessionFilters,
): string | undefined {
  return filter === undefined && withoutScore === undefined ? KNOWN_RANKS[sort] : undefined;
}

/** The next sessions of such a list, as `session_no` and `rank`. */
export function knownSessionsPageSql(
  conditions: Conditions,
  query: SessionFilters,
  rank: string,
  {
    order,
    anchor,
    count,
  }: Pick<SessionQuery, 'order'> & {
    readonly anchor: PageAnchor | undefined;
    readonly count: number;
  },
): string {
  const known = knownSessionsSql(conditions, query, undefined, `${rank} AS rank`);
  const after = afterAnchor(conditions, rank, 'session_no', order, anchor);
  const limit = conditions.bind(count, 'UInt64');
  return `${known} AND ${after} ORDER BY rank ${order}, session_no ${order} LIMIT ${limit}`;
}

/** The rows of all sessions that meet the conditions of a list; only those with one of these traces, if given. */
export function sessionListSql(
  conditions: Conditions,
  query: SessionFilters,
  traceIds: readonly string[] | undefined,
): string {
  const known = knownSessionsSql(conditions, query, traceIds);
  const traces = `SELECT trace_id FROM traces_by_id WHERE session_number IN (${known})`;
  const scope = `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (${traces}))`;
  const tests = rowTests(conditions, query);
  return `SELECT * FROM (${sessionRowsSql(traceRowsSql(scope))}) WHERE session_project = ${conditions.bind(query.projectId, 'UInt32')}
  AND ${tests.where}`;
}

/** The numbers of sessions of a project that were active in a window. */
function knownSessionsSql(
  conditions: Conditions,
  { projectId, window }: SessionFilters,
  traceIds: readonly string[] | undefined,
  rank?: string,
): string {
  const project = conditions.bind(projectId, 'UInt32');
  const among =
    traceIds === undefined
      ? ''
      : ` AND session_number IN (SELECT session_number FROM traces_by_id WHERE ${conditions.ids('trace_id', traceIds, 16)})`;
  const inProject = `SELECT session_number FROM traces_by_id WHERE project = ${project} AND session_number != 0${among}`;
  const tests = [`argMin(project_id, trace_number) = ${project}`];
  if (window?.startUnixNano !== undefined)
    tests.push(`max(last) >= ${conditions.bind(window.startUnixNano, 'Int64')}`);
  if (window?.endUnixNano !== undefined)
    tests.push(`min(first) < ${conditions.bind(window.endUnixNano, 'Int64')}`);
  return `SELECT session_no${rank === undefined ? '' : `, ${rank}`} FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE session_number IN (${inProject}) GROUP BY trace_id)
  GROUP BY session_no HAVING ${tests.join(' AND ')}`;
}

function rowTests(conditions: Conditions, { filter, withoutScore }: SessionFilters): Conditions {
  const tests = conditions.beside();
  const necessary = filter?.necessary ?? {};
  tests.oneOf('session_name', necessary.sessionIds, 'String');
  addAnnotated(tests, 'session_no', 'session', necessary.annotations);
  for (const wanted of necessary.documentAnnotations ?? []) {
    const traces = `SELECT trace_number FROM spans_by_number WHERE number IN (${annotatedSql(tests, 'document', wanted)})`;
    tests.add(
      `session_no IN (SELECT session_number FROM traces_by_id WHERE number IN (${traces}))`,
    );
  }
  if (withoutScore !== undefined)
    tests.add(
      `session_no NOT IN (SELECT subject FROM (${meanScoresSql(tests, 'session', withoutScore)}))`,
    );
  return tests;
}
