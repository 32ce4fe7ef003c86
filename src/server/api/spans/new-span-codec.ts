import { AppError } from '#contracts/wire/errors.ts';
import type { NewSpan } from '#contracts/spans/span-create.ts';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import type { AnyValue, KeyValue } from '#core/otlp/any-value.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';

const KIND_KEY = 'openinference.span.kind';

/** A span as a REST client sent it, as the OTLP span it would have been. 422 for a time without an offset. */
export function decodeNewSpan(span: NewSpan, index: number): DecodedSpan {
  const kind = span.span_kind.toUpperCase();
  const attributes = keyValues(span.attributes ?? {}).filter(({ key }) => key !== KIND_KEY);
  attributes.unshift({ key: KIND_KEY, value: { type: 'string', value: SPAN_KINDS.find((known) => known === kind) ?? 'UNKNOWN' } });
  const status = STATUS_CODES.findIndex((code) => code === span.status_code.toUpperCase());
  return {
    traceId: span.context.trace_id,
    spanId: span.context.span_id,
    parentSpanId: span.parent_id ?? '',
    traceState: '',
    flags: 0,
    name: span.name,
    kind: 1,
    startTimeUnixNano: nanosOf(span.start_time, index, 'start_time'),
    endTimeUnixNano: nanosOf(span.end_time, index, 'end_time'),
    attributes,
    droppedAttributesCount: 0,
    events: (span.events ?? []).map((event, at) => ({
      name: event.name,
      timeUnixNano: nanosOf(event.timestamp, index, `events.${at}.timestamp`),
      attributes: keyValues(event.attributes ?? {}),
      droppedAttributesCount: 0,
    })),
    droppedEventsCount: 0,
    links: [],
    droppedLinksCount: 0,
    status: { code: Math.max(status, 0), message: span.status_message ?? '' },
  };
}

function nanosOf(text: string, index: number, field: string): bigint {
  const nanos = unixNanoFromIso(text, { offsetRequired: true });
  if (nanos !== null) return nanos;
  const why = unixNanoFromIso(text) === null ? 'is not an ISO 8601 time' : 'is a timezone-naive time';
  throw new AppError(
    'unprocessable',
    `body.data.${index}.${field} ${why}: '${text.slice(0, 64)}'. Write it with an offset, such as 2026-11-20T18:16:00+00:00.`,
  );
}

/** Attributes as key-values: objects become dotted keys, and so do lists of objects, by index. Nulls say nothing and are left out. */
function keyValues(attributes: Readonly<Record<string, unknown>>): KeyValue[] {
  const found: KeyValue[] = [];
  const collect = (key: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    const nested = typeof value === 'object' && (!Array.isArray(value) || value.every(isObject));
    const entries = nested ? Object.entries(value) : [];
    if (entries.length === 0) found.push({ key, value: anyValue(value) });
    for (const [name, item] of entries) collect(`${key}.${name}`, item);
  };
  for (const [key, value] of Object.entries(attributes)) collect(key, value);
  return found;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function anyValue(value: unknown): AnyValue {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { type: 'int', value } : { type: 'double', value };
  if (Array.isArray(value)) return { type: 'array', value: value.map(anyValue) };
  if (typeof value === 'object' && value !== null)
    return { type: 'kvlist', value: Object.entries(value).map(([key, item]) => ({ key, value: anyValue(item) })) };
  return { type: 'empty' };
}
