import { createHash } from 'node:crypto';
import type { ClickHouse } from '../client/clickhouse.ts';
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
import { WHOLE_SQL, wholeSpan, type StoredSpan } from '../schema/stored-span.ts';

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
