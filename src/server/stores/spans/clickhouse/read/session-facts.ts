import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNumber, asText } from '../schema/stored-span.ts';
import { FACTS_SQL } from './trace-facts.ts';

/** What is known of a session without its traces. */
export interface SessionFacts {
  readonly number: number;
  readonly sessionId: string;
  /** That of its first trace. */
  readonly project: number;
}

/** Sessions that have a trace, by the ids their senders gave. */
export async function sessionFactsById(
  db: ClickHouse,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionFacts>> {
  const found = new Map<string, SessionFacts>();
  for (const some of pieces(ids, 1_000)) {
    const conditions = new Conditions().oneOf('session', some, 'String');
    for (const facts of await selectSessions(db, conditions)) found.set(facts.sessionId, facts);
  }
  return found;
}

/** The same by their numbers. */
export async function sessionFactsByNumber(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SessionFacts>> {
  const found = new Map<number, SessionFacts>();
  for (const some of pieces(numbers)) {
    const conditions = new Conditions().oneOf('number', some, 'UInt64');
    for (const facts of await selectSessions(db, conditions)) found.set(facts.number, facts);
  }
  return found;
}

async function selectSessions(db: ClickHouse, conditions: Conditions): Promise<SessionFacts[]> {
  const traces = `SELECT trace_id FROM sessions WHERE ${conditions.where}`;
  const sql = `SELECT session_no, any(session_id) AS id, argMin(project_id, trace_number) AS session_project FROM (
  SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${traces}) GROUP BY trace_id)
  WHERE session_no IN (SELECT number FROM sessions WHERE ${conditions.where}) GROUP BY session_no`;
  return (await db.rows(sql, conditions.params)).map((cells) => ({
    number: asNumber(cells, 'session_no'),
    sessionId: asText(cells, 'id'),
    project: asNumber(cells, 'session_project'),
  }));
}
