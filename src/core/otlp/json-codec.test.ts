import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import { toBase64 } from './base64.ts';
import type { DecodedSpan } from './decoded-span.ts';
import { BARE_SPAN } from './bare-span.ts';
import { encodeSpan, encodeTraceRequest } from './encode.ts';
import { toHex } from './hex.ts';
import { traceRequestFromJson } from './json-codec.ts';
import { otlpJsonOf } from './otlp-json.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import { decodeSpan } from './span-codec.ts';

const LIMITS = DEFAULT_SKIM_LIMITS;
const IDS = '"traceId":"0102030405060708090A0b0c0d0e0f10","spanId":"1112131415161718"';
const requestOf = (...spans: readonly string[]): string =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join()}]}]}]}`;
const skimJson = (text: string) => skimTraces(traceRequestFromJson(text, LIMITS), LIMITS);
const firstOf = (text: string): DecodedSpan => decodeSpan(skimJson(text).records[0]!.bytes);
const valueOf = (json: string): AnyValue =>
  firstOf(requestOf(`{${IDS},"attributes":[{"key":"k","value":${json}}]}`)).attributes[0]!.value;

const hexOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => toHex(bytes.map((byte, at) => (at === 0 ? byte | 1 : byte))));
const int64 = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((value) => (value >= -(2n ** 53n) + 1n && value < 2n ** 53n ? Number(value) : value));
const { value: anyValue } = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string().map((value): AnyValue => ({ type: 'string', value })),
    fc.boolean().map((value): AnyValue => ({ type: 'bool', value })),
    int64.map((value): AnyValue => ({ type: 'int', value })),
    fc.double().map((value): AnyValue => ({ type: 'double', value })),
    fc.uint8Array({ maxLength: 6 }).map((value): AnyValue => ({ type: 'bytes', value })),
    fc.constant<AnyValue>({ type: 'empty' }),
    fc.array(tie('value'), { maxLength: 3 }).map((value): AnyValue => ({ type: 'array', value })),
    fc
      .array(fc.record({ key: fc.string(), value: tie('value') }), { maxLength: 3 })
      .map((value): AnyValue => ({ type: 'kvlist', value })),
  ),
}));
const attributes: fc.Arbitrary<KeyValue[]> = fc.array(
  fc.record({ key: fc.oneof(fc.string(), fc.constant('__proto__')), value: anyValue }),
  { maxLength: 4 },
);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const uint32 = fc.nat({ max: 2 ** 31 - 1 });
const span: fc.Arbitrary<DecodedSpan> = fc.record({
  traceId: hexOf(16),
  spanId: hexOf(8),
  parentSpanId: fc.oneof(hexOf(8), fc.constant('')),
  traceState: fc.string(),
  flags: uint32,
  name: fc.string(),
  kind: fc.nat({ max: 5 }),
  startTimeUnixNano: uint64,
  endTimeUnixNano: uint64,
  attributes,
  droppedAttributesCount: uint32,
  events: fc.array(
    fc.record({
      timeUnixNano: uint64,
      name: fc.string(),
      attributes,
      droppedAttributesCount: uint32,
    }),
    { maxLength: 2 },
  ),
  droppedEventsCount: uint32,
  links: fc.array(
    fc.record({
      traceId: hexOf(16),
      spanId: hexOf(8),
      traceState: fc.string(),
      attributes,
      droppedAttributesCount: uint32,
      flags: uint32,
    }),
    { maxLength: 2 },
  ),
  droppedLinksCount: uint32,
  status: fc.record({ code: fc.nat({ max: 2 }), message: fc.string() }),
});

/** OTLP/JSON as an SDK writes it; 64-bit integers in either of the two allowed forms. */
function toOtlpJson(value: unknown, quoted: boolean): unknown {
  if (typeof value === 'bigint') return quoted ? value.toString() : value;
  if (Array.isArray(value)) return value.map((item) => toOtlpJson(item, quoted));
  if (isAnyValue(value)) return jsonValue(value, quoted);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, toOtlpJson(item, quoted)]),
    );
  return value;
}

function isAnyValue(value: unknown): value is AnyValue {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function jsonValue(value: AnyValue, quoted: boolean): unknown {
  switch (value.type) {
    case 'string':
      return { stringValue: value.value };
    case 'bool':
      return { boolValue: value.value };
    case 'int':
      return { intValue: quoted ? String(value.value) : value.value };
    case 'double':
      return {
        doubleValue:
          Number.isFinite(value.value) && !Object.is(value.value, -0)
            ? value.value
            : String(Object.is(value.value, -0) ? '-0' : value.value),
      };
    case 'array':
      return { arrayValue: { values: value.value.map((item) => jsonValue(item, quoted)) } };
    case 'kvlist':
      return {
        kvlistValue: {
          values: value.value.map((pair) => ({
            key: pair.key,
            value: jsonValue(pair.value, quoted),
          })),
        },
      };
    case 'bytes':
      return { bytesValue: toBase64(value.value) };
    default:
      return {};
  }
}

/**
 * JSON text in which bigints are plain numbers with all their digits; the mark is longer than any
 * string generated here would hit.
 */
function stringify(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint' ? `a bigint's digits: ${item}` : item,
  ).replaceAll(/"a bigint's digits: (-?\d+)"/g, '$1');
}

describe('OTLP/JSON', () => {
  it('gives the very bytes that protobuf would have been', () => {
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 3 }),
        fc.boolean(),
        attributes,
        (spans, quoted, resourceAttributes) => {
          const group = {
            resource: { attributes: resourceAttributes, droppedAttributesCount: 1 },
            schemaUrl: 'u',
            scopeSpans: [
              {
                scope: { name: 'n', version: 'v', attributes: [], droppedAttributesCount: 0 },
                schemaUrl: '',
                spans,
              },
            ],
          };
          const body = encodeTraceRequest([group]);
          const text = stringify(
            toOtlpJson({ resourceSpans: [group], unknown: { a: [1] } }, quoted),
          );
          expect(toHex(traceRequestFromJson(text, LIMITS))).toBe(toHex(body));
          expect(skimTraces(body, LIMITS).records.map(({ bytes }) => decodeSpan(bytes))).toEqual(
            spans,
          );
        },
      ),
      { numRuns: 1_500, endOnFailure: true },
    );
  });

  it('is written so that it reads back as the same bytes', () => {
    fc.assert(
      fc.property(span, attributes, (one, resourceAttributes) => {
        const scope = {
          name: 'n',
          version: 'v',
          attributes: resourceAttributes,
          droppedAttributesCount: 2,
        };
        const resource = { attributes: resourceAttributes, droppedAttributesCount: 1 };
        const body = encodeTraceRequest([
          { resource, schemaUrl: 'u', scopeSpans: [{ scope, schemaUrl: '', spans: [one] }] },
        ]);
        const text = JSON.stringify(
          otlpJsonOf({ span: one, resource, resourceSchemaUrl: 'u', scope, scopeSchemaUrl: '' }),
        );
        expect(toHex(traceRequestFromJson(text, LIMITS))).toBe(toHex(body));
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });
  it('unpacks what was left packed for its depth', () => {
    const nested = (levels: number): AnyValue =>
      levels === 0
        ? { type: 'string', value: 'x' }
        : { type: 'array', value: [nested(levels - 1)] };
    const bytes = encodeSpan({ ...BARE_SPAN, attributes: [{ key: 'deep', value: nested(60) }] });
    const bare = { attributes: [], droppedAttributesCount: 0 };
    const sent = {
      span: decodeSpan(bytes),
      resource: bare,
      resourceSchemaUrl: '',
      scope: { ...bare, name: '', version: '' },
      scopeSchemaUrl: '',
    };
    const text = JSON.stringify(otlpJsonOf(sent));
    expect(text).toContain('"stringValue":"x"');
    expect(text).not.toContain('bytesValue');
  });
  it.each<[string, AnyValue]>([
    ['{"intValue":"-9223372036854775808"}', { type: 'int', value: -(2n ** 63n) }],
    ['{"intValue":9007199254740993}', { type: 'int', value: 2n ** 53n + 1n }],
    ['{"doubleValue":"NaN"}', { type: 'double', value: NaN }],
    ['{"doubleValue":12345678901234567890}', { type: 'double', value: 12_345_678_901_234_567_000 }],
    ['{"stringValue":""}', { type: 'string', value: '' }],
    ['{"stringValue":"\\ud800x"}', { type: 'string', value: '\uFFFDx' }],
    ['{"bytesValue":"_-8"}', { type: 'bytes', value: Uint8Array.from([0xff, 0xef]) }],
    ['{"newValue":1}', { type: 'empty' }],
    ['null', { type: 'empty' }],
  ])('reads %s', (json, expected) => expect(valueOf(json)).toEqual(expected));

  it('takes enums by number and by name, times as strings and numbers, ids in either case', () => {
    const read = firstOf(
      requestOf(
        `{${IDS},"kind":"SPAN_KIND_CLIENT","startTimeUnixNano":1763700000123456789,"endTimeUnixNano":"1763700000123456790","status":{"code":"STATUS_CODE_ERROR"}}`,
      ),
    );
    expect(read).toMatchObject({
      traceId: '0102030405060708090a0b0c0d0e0f10',
      kind: 3,
      startTimeUnixNano: 1_763_700_000_123_456_789n,
      endTimeUnixNano: 1_763_700_000_123_456_790n,
      status: { code: 2 },
    });
  });
  it('refuses a span with bad ids alone', () => {
    const { records, refused } = skimJson(
      requestOf(
        `{${IDS}}`,
        '{"traceId":"not hexadecimal!","spanId":"1112131415161718"}',
        '{"traceId":"0102030405060708090a0b0c0d0e0f10","spanId":"11"}',
      ),
    );
    expect(records).toHaveLength(1);
    expect(refused).toMatchObject([
      { index: 1, field: 'trace_id' },
      { index: 2, field: 'span_id' },
    ]);
  });
  it.each([
    'x',
    '',
    '[]',
    '"text"',
    '{"resourceSpans":{}}',
    '{"resourceSpans":[1]}',
    '{"resourceLogs":[]}',
    requestOf('{"name":5}'),
    requestOf('{"startTimeUnixNano":"-1"}'),
    requestOf('{"startTimeUnixNano":1.5}'),
    requestOf('{"kind":"SPAN_KIND_ODD"}'),
    requestOf('{"attributes":[{"key":"k","value":{"intValue":"9223372036854775808"}}]}'),
    requestOf('{"attributes":[{"key":"k","value":{"boolValue":"true"}}]}'),
    requestOf('{"attributes":[{"key":"k","value":{"bytesValue":"*"}}]}'),
    '['.repeat(100_000),
    `{"resourceSpans":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    requestOf(
      `{"attributes":[{"value":${'{"arrayValue":{"values":['.repeat(70)}${']}}'.repeat(70)}}]}`,
    ),
  ])('refuses %.60s with a reason', (text) =>
    expect(() => traceRequestFromJson(text, LIMITS)).toThrow(OtlpDecodeError),
  );

  it('names the path of what is wrong', () => {
    expect(() => traceRequestFromJson(requestOf('{"name":5}'), LIMITS)).toThrow(
      'resourceSpans[0].scopeSpans[0].spans[0].name must be a string; got number 5',
    );
  });
  it('counts before it builds', () => {
    expect(() =>
      traceRequestFromJson(requestOf('{},'.repeat(20_001).slice(0, -1)), LIMITS),
    ).toThrow(AppError);
    expect(() =>
      traceRequestFromJson(
        `{"resourceSpans":[${'{},'.repeat(3_000_000)}{}],"x":[${'1,'.repeat(6_000_000)}1]}`,
        LIMITS,
      ),
    ).toThrow(/JSON values/);
    expect(
      skimJson(requestOf(`{${IDS},"name":"${'{[,\\\\\\"'.repeat(1_200_000)}"}`)).records,
    ).toHaveLength(1);
  });
  it('leaves no trace in Object.prototype', () => {
    skimJson('{"__proto__":{"polluted":1},"resourceSpans":[{"__proto__":{"polluted":1}}]}');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
