import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import { attributesByKey, attributesFlat } from '#core/otlp/span-attributes.ts';
import { normalizeAttributes } from '#core/semconv/nest-attributes.ts';
import { KIND_KEY, plainAttributes, splitKind } from '../kit/spans/attributes-codec.ts';
import { attributesJson } from './attributes-json.ts';
import { exactInteger } from '../kit/request/exact-integer-codec.ts';

/**
 * A span as the official clients read it, as JSON text. Put together by hand: pages of a thousand
 * are read one after the other.
 */
export function spanJson({ row, bytes }: SpanPayload): string {
  const span = decodeSpan(bytes);
  const byKey = attributesByKey(span);
  const sentKind = byKey.get(KIND_KEY);
  const attributes =
    attributesJson(byKey, KIND_KEY) ??
    JSON.stringify(splitKind(normalizeAttributes(byKey), row.kind).attributes);
  const events = span.events.map((event) => ({
    name: event.name,
    timestamp: isoFromUnixNano(event.timeUnixNano),
    attributes: plainAttributes(event.attributes),
  }));
  const parent = row.parentSpanId === null ? 'null' : `"${row.parentSpanId}"`;
  return (
    `{"id":"${encodeGlobalId('Span', row.id)}","name":${JSON.stringify(row.name)},` +
    `"context":{"trace_id":"${row.traceId}","span_id":"${row.spanId}"},` +
    `"span_kind":${JSON.stringify(typeof sentKind === 'string' ? sentKind : row.kind)},"parent_id":${parent},` +
    `"start_time":"${isoFromUnixNano(row.startTimeUnixNano)}","end_time":"${isoFromUnixNano(row.endTimeUnixNano)}",` +
    `"status_code":"${row.statusCode}","status_message":${JSON.stringify(span.status.message)},` +
    `"attributes":${attributes},"events":${events.length === 0 ? '[]' : JSON.stringify(events)}}`
  );
}

const ABSENT = {
  links: null,
  flags: null,
  trace_state: null,
  dropped_attributes_count: null,
  dropped_events_count: null,
  dropped_links_count: null,
};

/**
 * A span in the shape of OTLP's JSON with snake_case names. Whole numbers are written with all
 * their digits.
 */
export function otlpSpanJson({ row, bytes }: SpanPayload): string {
  const span = decodeSpan(bytes);
  return JSON.stringify({
    trace_id: row.traceId,
    span_id: row.spanId,
    parent_span_id: row.parentSpanId,
    name: row.name,
    kind: 'SPAN_KIND_INTERNAL',
    start_time_unix_nano: exactInteger(row.startTimeUnixNano),
    end_time_unix_nano: exactInteger(row.endTimeUnixNano),
    attributes: keyValues(attributesFlat(span)),
    events: span.events.map((event) => ({
      name: event.name,
      time_unix_nano: exactInteger(event.timeUnixNano),
      attributes: keyValues(plainAttributes(event.attributes)),
      dropped_attributes_count: null,
    })),
    status: {
      code: STATUS_CODES.indexOf(row.statusCode),
      message: span.status.message === '' ? null : span.status.message,
    },
    ...ABSENT,
  });
}

function keyValues(attributes: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { string_value: value };
  if (typeof value === 'boolean') return { bool_value: value };
  if (typeof value === 'number')
    return isInt64(value) ? { int_value: value } : { double_value: value };
  if (Array.isArray(value)) return { array_value: { values: value.map(anyValue) } };
  return value === null ? {} : { string_value: JSON.stringify(value) };
}

function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}
