import type { SessionQuery } from '#core/ports/span-store.ts';
import { annotatedSql, meanScoresSql } from '../../annotations/annotation-sql.ts';
import type { Conditions } from '../../client/statement.ts';
import { PLACE } from '../../schema/tables.ts';
import { sessionRowsSql } from '../session-rows.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { traceRowsSql } from '../trace-rows.ts';
import { addAnnotated } from './span-conditions.ts';

export type SessionFilters = Omit<SessionQuery, 'sort' | 'order' | 'limit' | 'anchor'>;

/** The rows of the sessions that meet the conditions. */
export function sessionListSql(conditions: Conditions, query: SessionFilters): string {
  const known = knownSessionsSql(conditions, query);
  const traces = `SELECT trace_id FROM traces_by_id WHERE session_number IN (${known})`;
  const scope = `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (${traces}))`;
  const tests = rowTests(conditions, query);
  return `SELECT * FROM (${sessionRowsSql(traceRowsSql(scope))}) WHERE session_project = ${conditions.bind(query.projectId, 'UInt32')}
  AND ${tests.where}`;
}

/** The numbers of sessions of a project that were active in a window. */
function knownSessionsSql(conditions: Conditions, { projectId, window }: SessionFilters): string {
  const project = conditions.bind(projectId, 'UInt32');
  const inProject = `SELECT session_number FROM traces_by_id WHERE project = ${project} AND session_number != 0`;
  const tests = [`argMin(project_id, trace_number) = ${project}`];
  if (window?.startUnixNano !== undefined) tests.push(`max(last) >= ${conditions.bind(window.startUnixNano, 'Int64')}`);
  if (window?.endUnixNano !== undefined) tests.push(`min(first) < ${conditions.bind(window.endUnixNano, 'Int64')}`);
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
    tests.add(`session_no IN (SELECT session_number FROM traces_by_id WHERE number IN (${traces}))`);
  }
  if (withoutScore !== undefined) tests.add(`session_no NOT IN (SELECT subject FROM (${meanScoresSql(tests, 'session', withoutScore)}))`);
  return tests;
}
