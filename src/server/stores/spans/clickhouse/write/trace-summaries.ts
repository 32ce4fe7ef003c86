import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { RowWriter } from '../client/row-writer.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { inTraces } from '../read/span-finder.ts';
import { asNano, asNumber, asText } from '../schema/stored-span.ts';
import { PLACE, TRACE_SUMMARY_SQL } from '../schema/tables.ts';

/** What `traces_by_id` says of the spans of a trace at one place. */
interface Summary {
  readonly traceId: string;
  readonly project: number;
  readonly hour: number;
  readonly conversation: string;
  readonly number: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly sessionNumber: number;
  readonly session: string;
}

/** The same as it is stored, and the parts of the table that its rows are in. */
interface StoredSummary extends Summary {
  readonly parts: readonly string[];
}

/** Rounds in which merges may come in between. */
const ROUNDS_MAX = 10;

/**
 * Makes what is known of traces without their spans true again, after some of these were deleted or
 * changed. New rows come first: what ends in between leaves traces that are found, under times and
 * sessions that they no longer have.
 */
export async function summarizeTraces(db: ClickHouse, traceIds: readonly string[]): Promise<void> {
  for (const some of pieces(traceIds)) {
    let stale = some;
    for (let round = 0; round < ROUNDS_MAX && stale.length > 0; round += 1)
      stale = await replaceStale(db, stale);
  }
}

/**
 * Replaces the rows of traces that are not true, and returns these traces, to be looked at again.
 * Old rows are deleted only in the parts where they were read: what was merged with a new row
 * meanwhile, or was inserted since, stays.
 */
async function replaceStale(db: ClickHouse, traceIds: readonly string[]): Promise<string[]> {
  const known = Map.groupBy(await knownSummaries(db, traceIds), ({ traceId }) => traceId);
  const right = Map.groupBy(await rightSummaries(db, traceIds), ({ traceId }) => traceId);
  const stale = [...known.keys()].filter(
    (id) => !areSame(known.get(id) ?? [], right.get(id) ?? []),
  );
  if (stale.length === 0) return [];
  const writer = new RowWriter();
  const rows = stale.flatMap((id) => right.get(id) ?? []);
  for (const row of rows) writeSummary(writer, row);
  if (rows.length > 0) await db.insert('traces_by_id', COLUMNS, writer.finish());
  const parts = new Set(stale.flatMap((id) => known.get(id) ?? []).flatMap((row) => row.parts));
  const conditions = new Conditions()
    .oneOf('_part', [...parts], 'String')
    .oneOf('lower(hex(trace_id))', stale, 'String');
  await db.command(`DELETE FROM traces_by_id WHERE ${conditions.where}`, conditions.params);
  return stale;
}

async function knownSummaries(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<readonly StoredSummary[]> {
  const conditions = new Conditions().oneOfIds('trace_id', traceIds, 16);
  const rows = await db.rows(
    `SELECT ${PLACE}, min(number) AS number, min(start) AS start, max(end) AS end, max(session_number) AS session_number,
  max(session) AS session, groupUniqArray(_part) AS parts FROM traces_by_id WHERE ${conditions.where} GROUP BY ${PLACE}`,
    conditions.params,
  );
  // as: the type of `groupUniqArray` of a text.
  return rows.map((cells) => ({ ...summaryOf(cells), parts: cells['parts'] as readonly string[] }));
}

/** From the spans that are stored. */
async function rightSummaries(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<readonly Summary[]> {
  const conditions = new Conditions();
  const where = inTraces(conditions, traceIds);
  const rows = await db.rows(
    `SELECT ${TRACE_SUMMARY_SQL} FROM spans AS s FINAL WHERE ${where}
  GROUP BY trace_id, project, hour, conversation`,
    conditions.params,
  );
  return rows.map(summaryOf);
}

function areSame(some: readonly Summary[], others: readonly Summary[]): boolean {
  const texts = textsOf(some);
  return some.length === others.length && [...textsOf(others)].every((text) => texts.has(text));
}

function textsOf(summaries: readonly Summary[]): Set<string> {
  return new Set(
    summaries.map((row) =>
      JSON.stringify([
        row.project,
        row.hour,
        row.conversation,
        row.number,
        String(row.start),
        String(row.end),
        row.sessionNumber,
        row.session,
      ]),
    ),
  );
}

const COLUMNS = [
  'trace_id',
  'project',
  'hour',
  'conversation',
  'number',
  'start',
  'end',
  'session_number',
  'session',
];

function summaryOf(cells: Cells): Summary {
  return {
    traceId: asText(cells, 'trace_id'),
    project: asNumber(cells, 'project'),
    hour: asNumber(cells, 'hour'),
    conversation: asText(cells, 'conversation'),
    number: asNumber(cells, 'number'),
    start: asNano(cells, 'start'),
    end: asNano(cells, 'end'),
    sessionNumber: asNumber(cells, 'session_number'),
    session: asText(cells, 'session'),
  };
}

function writeSummary(writer: RowWriter, row: Summary): void {
  writer.hex(row.traceId);
  for (const number of [row.project, row.hour]) writer.uint32(number);
  writer.text(row.conversation);
  writer.uint64(row.number);
  for (const time of [row.start, row.end]) writer.int64(time);
  writer.uint64(row.sessionNumber);
  writer.text(row.session);
}
