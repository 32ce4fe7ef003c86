import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { RAW_COLUMNS } from '../schema/span-columns.ts';
import {
  asNumber,
  asTextOrNull,
  NARROW_SQL,
  narrowSpan,
  payloadOf,
  PAYLOAD_SQL,
  spanRow,
  type NarrowSpan,
} from '../schema/stored-span.ts';
import { PLACE } from '../schema/tables.ts';
import { traceFacts } from './trace-facts.ts';

/** Spans of these numbers, wherever they lie; the condition binds them. */
export function atNumbers(conditions: Conditions, numbers: readonly number[]): string {
  const list = conditions.bind(numbers, 'Array(UInt64)');
  const places = `SELECT ${PLACE}, span_id FROM spans_by_number WHERE number IN ${list}`;
  return `(${PLACE}, span_id) IN (${places}) AND number IN ${list}`;
}

/** Spans of these traces. */
export function inTraces(conditions: Conditions, traceIds: readonly string[]): string {
  return `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE ${conditions.ids('trace_id', traceIds, 16)})`;
}

/** The spans of these numbers that are still there, in no order. */
export async function spansByNumber(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<NarrowSpan[]> {
  const found: NarrowSpan[] = [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const where = atNumbers(conditions, some);
    found.push(
      ...(
        await db.rows(`SELECT ${NARROW_SQL} FROM spans FINAL WHERE ${where}`, conditions.params)
      ).map(narrowSpan),
    );
  }
  return found;
}

/** All spans of these traces, in no order. */
export async function spansOfTraces(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<NarrowSpan[]> {
  const found: NarrowSpan[] = [];
  for (const some of pieces(traceIds)) {
    const conditions = new Conditions();
    const where = inTraces(conditions, some);
    found.push(
      ...(
        await db.rows(`SELECT ${NARROW_SQL} FROM spans FINAL WHERE ${where}`, conditions.params)
      ).map(narrowSpan),
    );
  }
  return found;
}

/** The service that sent each span of a trace, by the span's number. */
export async function servicesOfTrace(
  db: ClickHouse,
  traceId: string,
): Promise<ReadonlyMap<number, string | null>> {
  const conditions = new Conditions();
  const where = inTraces(conditions, [traceId]);
  const rows = await db.rows(
    `SELECT number, service FROM spans FINAL WHERE ${where}`,
    conditions.params,
  );
  return new Map(rows.map((cells) => [asNumber(cells, 'number'), asTextOrNull(cells, 'service')]));
}

/** Spans by the ids their senders gave, newest first. */
export async function spansById(db: ClickHouse, spanIds: readonly string[]): Promise<NarrowSpan[]> {
  const found: NarrowSpan[] = [];
  for (const some of pieces(spanIds)) {
    const conditions = new Conditions();
    const places = `SELECT ${PLACE}, span_id FROM spans_by_id WHERE ${conditions.ids('span_id', some, 8)}`;
    const sql = `SELECT ${NARROW_SQL} FROM spans FINAL WHERE (${PLACE}, span_id) IN (${places}) ORDER BY number DESC`;
    found.push(...(await db.rows(sql, conditions.params)).map(narrowSpan));
  }
  return found;
}

/** As lists see them, with the sessions of their traces, in the order given. */
export async function rowsOf(db: ClickHouse, spans: readonly NarrowSpan[]): Promise<SpanRow[]> {
  const facts = await traceFacts(db, [...new Set(spans.map(({ traceId }) => traceId))]);
  return spans.map((span) => spanRow(span, facts.get(span.traceId)?.sessionId ?? null));
}

/** Each span's bytes with what it was sent under, by number. Rows that are known are not read again. */
export async function payloadsByNumber(
  db: ClickHouse,
  numbers: readonly number[],
  known: readonly SpanRow[] = [],
): Promise<ReadonlyMap<number, SpanPayload>> {
  const found: { readonly span: NarrowSpan; readonly payload: (row: SpanRow) => SpanPayload }[] =
    [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const where = atNumbers(conditions, some);
    const rows = await db.rows(
      `SELECT ${PAYLOAD_SQL} FROM spans FINAL WHERE ${where}`,
      conditions.params,
      { raw: RAW_COLUMNS },
    );
    found.push(
      ...rows.map((cells) => ({
        span: narrowSpan(cells),
        payload: (row: SpanRow) => payloadOf(cells, row),
      })),
    );
  }
  const rows = new Map(known.map((row) => [row.id, row]));
  const unknown = found.map(({ span }) => span).filter(({ number }) => !rows.has(number));
  for (const row of await rowsOf(db, unknown)) rows.set(row.id, row);
  return new Map(
    found.flatMap(({ span: { number }, payload }): [number, SpanPayload][] => {
      const row = rows.get(number);
      return row === undefined ? [] : [[number, payload(row)]];
    }),
  );
}
