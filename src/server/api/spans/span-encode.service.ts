import type { Static } from 'typebox';
import { CreateSpansBody, type NewSpan } from '#contracts/spans/span-create.ts';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import type { AnyValue, KeyValue } from '#core/otlp/any-value.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import type { Query } from '#server/threads/query.ts';
import { parseJson } from '../kit/request/json-body.ts';

export interface NamedSpan {
  readonly span_id: string;
  readonly trace_id: string;
}
export interface InvalidSpan extends NamedSpan {
  readonly error: string;
}

/** Spans that came as JSON, on their way to the writer: the OTLP request they would have been. */
export interface EncodedSpans {
  /** Empty when one of them cannot be encoded. */
  readonly request: Uint8Array;
  readonly names: readonly NamedSpan[];
  readonly invalid: readonly InvalidSpan[];
}

const ID_LENGTHS = { trace_id: 32, span_id: 16 } as const;
const TEXT = new TextDecoder();
const KIND_KEY = 'openinference.span.kind';

let problemOf: ((body: unknown) => string | null) | null = null;

/**
 * Parses, validates and encodes a body of spans in a reader thread: 32 MiB of JSON take half a
 * second. A body that does not fit the schema comes back as a message.
 */
export const encodeSpans: Query<
  { readonly body: Uint8Array },
  EncodedSpans | { readonly problem: string }
> = {
  name: 'spans.encode',
  deadlineMs: 60_000,
  run: async (_context, { body }) => {
    // Loaded when the first such body comes, so that readers that never see one do without.
    problemOf ??= (await import('../kit/request/json-validator.ts')).bodyProblem(CreateSpansBody);
    const parsed = parseJson(TEXT.decode(body));
    const problem = problemOf(parsed);
    if (problem !== null) return { problem };
    // as: the validator has checked it against the schema; the compiler cannot follow it there.
    const { data } = parsed as Static<typeof CreateSpansBody>;
    const invalid = data.flatMap((span) => invalidIds(span));
    const scope = {
      scope: null,
      schemaUrl: '',
      spans: invalid.length > 0 ? [] : data.map(decodeNewSpan),
    };
    return {
      request: encodeTraceRequest([{ resource: null, schemaUrl: '', scopeSpans: [scope] }]),
      names: data.map(nameOf),
      invalid,
    };
  },
};

function invalidIds(span: NewSpan): InvalidSpan[] {
  for (const field of ['trace_id', 'span_id'] as const) {
    const id = span.context[field];
    if (id.length !== ID_LENGTHS[field] || !/^[0-9a-fA-F]+$/.test(id) || /^0+$/.test(id)) {
      return [
        {
          ...nameOf(span),
          error: `context.${field} must be ${ID_LENGTHS[field]} hex digits, not all zero; got '${id.slice(0, 64)}'`,
        },
      ];
    }
  }
  const parent = span.parent_id ?? '';
  if (parent === '' || (parent.length === ID_LENGTHS.span_id && /^[0-9a-fA-F]+$/.test(parent)))
    return [];
  return [
    {
      ...nameOf(span),
      error: `parent_id must be 16 hex digits or null; got '${parent.slice(0, 64)}'`,
    },
  ];
}

function nameOf({ context }: NewSpan): NamedSpan {
  return { span_id: context.span_id, trace_id: context.trace_id };
}

/**
 * A span as a REST client sent it, as the OTLP span it would have been. 422 for a time without an
 * offset.
 */
function decodeNewSpan(span: NewSpan, index: number): DecodedSpan {
  const kind = span.span_kind.toUpperCase();
  const attributes = keyValues(span.attributes ?? {}).filter(({ key }) => key !== KIND_KEY);
  attributes.unshift({
    key: KIND_KEY,
    value: { type: 'string', value: SPAN_KINDS.find((known) => known === kind) ?? 'UNKNOWN' },
  });
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
  const why =
    unixNanoFromIso(text) === null ? 'is not an ISO 8601 time' : 'is a timezone-naive time';
  throw new AppError(
    'unprocessable',
    `body.data.${index}.${field} ${why}: '${text.slice(0, 64)}'. Write it with an offset, such as 2026-11-20T18:16:00+00:00.`,
  );
}

/**
 * Attributes as key-values: objects become dotted keys, and so do lists of objects, by index. Nulls
 * say nothing and are left out.
 */
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
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { type: 'int', value } : { type: 'double', value };
  if (Array.isArray(value)) return { type: 'array', value: value.map(anyValue) };
  if (typeof value === 'object' && value !== null)
    return {
      type: 'kvlist',
      value: Object.entries(value).map(([key, item]) => ({ key, value: anyValue(item) })),
    };
  return { type: 'empty' };
}
