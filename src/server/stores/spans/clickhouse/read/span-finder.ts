import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { HOUR_NANOS, RAW_COLUMNS } from '../schema/span-columns.ts';
import {
  asNumber,
  asText,
  asTextOrNull,
  NARROW_SQL,
  narrowSpan,
  payloadOf,
  PAYLOAD_SQL,
  spanRow,
  storedSpanOf,
  WIDE_SQL,
  type NarrowSpan,
} from '../schema/stored-span.ts';
import { PLACE } from '../schema/tables.ts';
import { traceFacts } from './trace-facts.ts';

/** Where a span lies takes this much of a request, and the names of conversations any length. */
const PLACES_AT_ONCE = 1_000;
const CONVERSATION_CHARS_MAX = 100_000;

/** Spans of these numbers, wherever they lie; the condition binds them. */
export function atNumbers(conditions: Conditions, numbers: readonly number[]): string {
  const list = conditions.bind(numbers, 'Array(UInt64)');
  const places = `SELECT ${PLACE}, span_id FROM spans_by_number WHERE number IN ${list}`;
  return `(${PLACE}, span_id) IN (${places}) AND number IN ${list}`;
}

/** Spans at the places of rows that were read, in whatever revision they are now. */
function atPlaces(conditions: Conditions, spans: readonly NarrowSpan[]): string {
  const list = (of: (span: NarrowSpan) => string | number | bigint, type: string): string =>
    conditions.bind(spans.map(of), `Array(${type})`);
  const lists = [
    list(({ project }) => project, 'UInt32'),
    list(({ startTimeUnixNano }) => startTimeUnixNano / HOUR_NANOS, 'UInt32'),
    list(({ conversation }) => conversation, 'String'),
    list(({ traceId }) => traceId, 'String'),
    list(({ spanId }) => spanId, 'String'),
  ];
  const places = `SELECT arrayJoin(arrayZip(${lists.join(', ')})) AS place`;
  return `(${PLACE}, span_id) IN (SELECT place.1, place.2, place.3, toFixedString(unhex(place.4), 16), toFixedString(unhex(place.5), 8) FROM (${places}))`;
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
    // Of one trace, the last revisions are picked: merging them takes the engine longer.
    const sql =
      some.length === 1
        ? `SELECT ${NARROW_SQL} FROM spans WHERE ${where} ORDER BY version DESC LIMIT 1 BY ${PLACE}, span_id`
        : `SELECT ${NARROW_SQL} FROM spans FINAL WHERE ${where}`;
    found.push(...(await db.rows(sql, conditions.params)).map(narrowSpan));
  }
  return found;
}

/** All spans of the traces of these numbers, in no order; some of other traces may be among them. */
export async function spansOfTraceNumbers(
  db: ClickHouse,
  traceNumbers: readonly number[],
): Promise<NarrowSpan[]> {
  const found: NarrowSpan[] = [];
  for (const some of pieces(traceNumbers)) {
    const conditions = new Conditions();
    const list = conditions.bind(some, 'Array(UInt64)');
    const ids = `SELECT trace_id FROM traces_by_id WHERE number IN ${list}`;
    const sql = `SELECT ${NARROW_SQL} FROM spans FINAL
  WHERE (${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (${ids}))`;
    found.push(...(await db.rows(sql, conditions.params)).map(narrowSpan));
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
 * As lists see them, with the sessions of their traces, in the order given. A row that was written
 * before its trace had a session does not say which that is.
 */
export async function rowsOf(db: ClickHouse, spans: readonly NarrowSpan[]): Promise<SpanRow[]> {
  const silent = spans.filter(({ sessionNumber }) => sessionNumber === 0);
  const facts = await traceFacts(db, [...new Set(silent.map(({ traceId }) => traceId))]);
  return spans.map((span) =>
    spanRow(
      span,
      span.sessionNumber === 0 ? (facts.get(span.traceId)?.sessionId ?? null) : span.session,
    ),
  );
}

/** The columns of `WIDE_SQL` of spans that were read, by number; of those that are still there. */
export async function wideCellsOf(
  db: ClickHouse,
  spans: readonly NarrowSpan[],
): Promise<ReadonlyMap<number, Cells>> {
  const found = new Map<number, Cells>();
  for (const some of pieces(spans, PLACES_AT_ONCE)) {
    const conditions = new Conditions();
    // The last revision is picked from so few rows, which merging them all would take longer for.
    const sql = `SELECT number, ${WIDE_SQL} FROM spans WHERE ${atPlaces(conditions, some)}
  ORDER BY version DESC LIMIT 1 BY project, trace_id, span_id`;
    for (const cells of await db.rows(sql, conditions.params, { raw: RAW_COLUMNS }))
      found.set(asNumber(cells, 'number'), cells);
  }
  return found;
}

/** Each span's bytes with what it was sent under, by number. Rows that are known are not read again. */
export async function payloadsByNumber(
  db: ClickHouse,
  numbers: readonly number[],
  known: readonly SpanRow[] = [],
): Promise<ReadonlyMap<number, SpanPayload>> {
  const rows = new Map(known.map((row) => [row.id, row]));
  const placed = placedOf(known);
  const wide = await wideCellsOf(db, [...placed.values()]);
  const payloads = new Map<number, SpanPayload>();
  for (const number of placed.keys()) {
    const [cells, row] = [wide.get(number), rows.get(number)];
    if (cells !== undefined && row !== undefined) payloads.set(number, payloadOf(cells, row));
  }
  const found = await narrowAndWide(
    db,
    numbers.filter((number) => !placed.has(number)),
  );
  const unknown = found.map(({ span }) => span).filter(({ number }) => !rows.has(number));
  for (const row of await rowsOf(db, unknown)) rows.set(row.id, row);
  for (const { span, cells } of found) {
    const row = rows.get(span.number);
    if (row !== undefined) payloads.set(span.number, payloadOf(cells, row));
  }
  return payloads;
}

/** The rows of which it is known where they lie, unless that takes too much of a request. */
function placedOf(rows: readonly SpanRow[]): ReadonlyMap<number, NarrowSpan> {
  const placed = rows.flatMap((row): [number, NarrowSpan][] => {
    const span = storedSpanOf(row);
    return span === undefined ? [] : [[row.id, span]];
  });
  const chars = placed.reduce((sum, [, { conversation }]) => sum + conversation.length, 0);
  return chars > CONVERSATION_CHARS_MAX ? new Map() : new Map(placed);
}

async function narrowAndWide(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<{ readonly span: NarrowSpan; readonly cells: Cells }[]> {
  const found: { readonly span: NarrowSpan; readonly cells: Cells }[] = [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const where = atNumbers(conditions, some);
    const sql = `SELECT ${PAYLOAD_SQL} FROM spans FINAL WHERE ${where}`;
    const rows = await db.rows(sql, conditions.params, { raw: RAW_COLUMNS });
    found.push(...rows.map((cells) => ({ span: narrowSpan(cells), cells })));
  }
  return found;
}
