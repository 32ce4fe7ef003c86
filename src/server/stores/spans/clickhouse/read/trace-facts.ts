import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import type { Cells } from '../client/row-reader.ts';
import { asNano, asNumber, asText } from '../schema/stored-span.ts';

/** What is known of a trace without its spans. */
export interface TraceFacts {
  readonly traceId: string;
  readonly number: number;
  readonly project: number;
  readonly startUnixNano: bigint;
  readonly sessionNumber: number | null;
  readonly sessionId: string | null;
}

/** One row for each trace of `traces_by_id`: its parts lie apart, by hour and conversation. */
export const FACTS_SQL = `
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id`;

/** By the id in lower-case hex. */
export async function traceFacts(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TraceFacts>> {
  const found = new Map<string, TraceFacts>();
  for (const some of pieces(traceIds)) {
    const conditions = new Conditions().oneOfIds('trace_id', some, 16);
    for (const facts of await selectFacts(db, conditions)) found.set(facts.traceId, facts);
  }
  return found;
}

/** By number, in no order. */
export async function traceFactsByNumber(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<readonly TraceFacts[]> {
  const found: TraceFacts[] = [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const list = conditions.bind(some, 'Array(UInt64)');
    conditions.add(`trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN ${list})`);
    const wanted = new Set(some);
    // A part of a trace may have a number of its own, where two servers stored it at once; the
    // least is valid.
    found.push(...(await selectFacts(db, conditions)).filter(({ number }) => wanted.has(number)));
  }
  return found;
}

async function selectFacts(db: ClickHouse, conditions: Conditions): Promise<TraceFacts[]> {
  const rows = await db.rows(
    `SELECT ${FACTS_SQL} FROM traces_by_id WHERE ${conditions.where} GROUP BY trace_id`,
    conditions.params,
  );
  return rows.map(factsOf);
}

function factsOf(cells: Cells): TraceFacts {
  const sessionNumber = asNumber(cells, 'session_no');
  return {
    traceId: asText(cells, 'trace_id'),
    number: asNumber(cells, 'trace_number'),
    project: asNumber(cells, 'project_id'),
    startUnixNano: asNano(cells, 'first'),
    sessionNumber: sessionNumber === 0 ? null : sessionNumber,
    sessionId: sessionNumber === 0 ? null : asText(cells, 'session_id'),
  };
}
