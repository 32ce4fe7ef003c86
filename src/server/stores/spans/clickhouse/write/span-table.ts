import { createHash } from 'node:crypto';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { RowWriter } from '../client/row-writer.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { atNumbers, inTraces } from '../read/span-finder.ts';
import {
  RAW_COLUMNS,
  SPAN_COLUMN_NAMES,
  SPAN_COLUMNS,
  SPAN_KEY_COLUMNS,
  SPAN_KEY_NAMES,
  type SpanColumn,
} from '../schema/span-columns.ts';
import {
  asNano,
  asNumber,
  asText,
  WHOLE_SQL,
  wholeSpan,
  type StoredSpan,
} from '../schema/stored-span.ts';
import { PLACE, TRACE_SUMMARY_SQL } from '../schema/tables.ts';

/**
 * Inserts spans, or later revisions of them. Their keys come first: what ends in between leaves keys
 * without spans, which reads pass over, and never spans that no index finds.
 */
export async function insertSpans(db: ClickHouse, spans: readonly StoredSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await db.insert('span_keys', SPAN_KEY_NAMES, rowsOf(SPAN_KEY_COLUMNS, spans));
  const rows = rowsOf(SPAN_COLUMNS, spans);
  await db.insert('spans', SPAN_COLUMN_NAMES, rows, createHash('sha1').update(rows).digest('hex'));
}

function rowsOf(columns: readonly SpanColumn[], spans: readonly StoredSpan[]): Buffer {
  const writer = new RowWriter();
  for (const span of spans) for (const column of columns) column.write(writer, span);
  return writer.finish();
}

/** Whole rows, to be changed and inserted again. */
export async function wholeSpans(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<StoredSpan[]> {
  const found: StoredSpan[] = [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const where = atNumbers(conditions, some);
    found.push(...(await selectWhole(db, where, conditions)));
  }
  return found;
}

export async function wholeSpansOfTraces(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<StoredSpan[]> {
  const conditions = new Conditions();
  const where = inTraces(conditions, traceIds);
  return selectWhole(db, where, conditions);
}

/** Whole rows that meet a condition. */
export async function selectWhole(
  db: ClickHouse,
  where: string,
  conditions: Conditions,
): Promise<StoredSpan[]> {
  const rows = await db.rows(
    `SELECT ${WHOLE_SQL} FROM spans FINAL WHERE ${where}`,
    conditions.params,
    { raw: RAW_COLUMNS },
  );
  return rows.map(wholeSpan);
}

/** Which of the spans are stored, as trace id and span id in hex, joined. */
export async function storedIds(
  db: ClickHouse,
  spanIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of pieces(spanIds)) {
    const conditions = new Conditions();
    const places = `SELECT ${PLACE}, span_id FROM spans_by_id WHERE ${conditions.ids('span_id', some, 8)}`;
    const rows = await db.rows(
      `SELECT trace_id, span_id FROM spans WHERE (${PLACE}, span_id) IN (${places})`,
      conditions.params,
    );
    for (const cells of rows) found.add(asText(cells, 'trace_id') + asText(cells, 'span_id'));
  }
  return found;
}

/**
 * Makes what is known of traces without their spans true again, after some of these were deleted or
 * changed.
 */
export async function summarizeTraces(db: ClickHouse, traceIds: readonly string[]): Promise<void> {
  for (const some of pieces(traceIds)) {
    const conditions = new Conditions();
    const ids = conditions.ids('trace_id', some, 16);
    const rows = await db.rows(
      `SELECT ${TRACE_SUMMARY_SQL} FROM spans AS s FINAL WHERE (${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE ${ids})
  GROUP BY trace_id, project, hour, conversation`,
      conditions.params,
    );
    await db.command(`DELETE FROM traces_by_id WHERE ${ids}`, conditions.params);
    const writer = new RowWriter();
    for (const cells of rows) writeSummary(writer, cells);
    if (rows.length > 0) await db.insert('traces_by_id', SUMMARY_COLUMNS, writer.finish());
  }
}

const SUMMARY_COLUMNS = [
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

function writeSummary(writer: RowWriter, cells: Cells): void {
  writer.hex(asText(cells, 'trace_id'));
  for (const name of ['project', 'hour']) writer.uint32(asNumber(cells, name));
  writer.text(asText(cells, 'conversation'));
  writer.uint64(asNumber(cells, 'number'));
  for (const name of ['start', 'end']) writer.int64(asNano(cells, name));
  writer.uint64(asNumber(cells, 'session_number'));
  writer.text(asText(cells, 'session'));
}
