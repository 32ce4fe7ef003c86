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

interface SessionListing {
  readonly order: 'asc' | 'desc';
  readonly anchor: PageAnchor | undefined;
  readonly count: number;
  /** Null for lists by score. */
  readonly sort: SessionQuery['sort'] | null;
  /** Only sessions with one of these traces, if given. */
  readonly traceIds: readonly string[] | undefined;
}

/** What sorts a list and is known of sessions without the spans. */
const KNOWN_RANKS: Readonly<Partial<Record<SessionQuery['sort'], string>>> = {
  id: 'toInt64(session_no)',
  start_time: 'min(first)',
  end_time: 'max(last)',
  duration_ms: 'max(last) - min(first)',
  trace_count: 'toInt64(count())',
};

/**
 * The rows of the sessions of a list: the next ones where that is known without the spans, else all
 * that meet the conditions.
 */
export function sessionListSql(
  conditions: Conditions,
  query: SessionFilters,
  listing: SessionListing,
): string {
  const { order, anchor, count, sort, traceIds } = listing;
  const rank =
    sort === null || query.filter !== undefined || query.withoutScore !== undefined
      ? undefined
      : KNOWN_RANKS[sort];
  const next =
    rank === undefined
      ? ''
      : ` AND ${afterAnchor(conditions, rank, 'session_no', order, anchor)} ORDER BY ${rank} ${order}, session_no ${order} LIMIT ${conditions.bind(count, 'UInt64')}`;
  const known = `${knownSessionsSql(conditions, query, traceIds)}${next}`;
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
  return `SELECT session_no FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE session_number IN (${inProject}) GROUP BY trace_id)
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
