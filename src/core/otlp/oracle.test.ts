import * as fc from 'fast-check';
import { Root } from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { toHex } from './hex.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import { OTLP_DESCRIPTOR } from './otlp-descriptor.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import { decodeSpan } from './span-codec.ts';

/**
 * The reader against a generic decoder: the same messages are accepted and rejected, with the same
 * values. Known differences: text that is not UTF-8 (ours takes it, so the oracle reads text as
 * bytes), varints of unknown fields longer than ten bytes (ours refuses them), and one malformed
 * span (ours refuses it alone; here that counts as rejecting).
 */
const root = Root.fromJSON(
  JSON.parse(JSON.stringify(OTLP_DESCRIPTOR).replaceAll('"type":"string"', '"type":"bytes"')),
);
const requestType = root.lookupType('ExportTraceServiceRequest');
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const textBytes = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', 'gen_ai.system', 'session.id', 'llm.model_name', '🜚é\u0000', '\uFEFFbom'),
  )
  .map((text) => encoder.encode(text));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const uint32 = fc.nat({ max: 2 ** 31 - 1 });
const { value: anyValue } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ stringValue: textBytes }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: int64 }),
    fc.record({ doubleValue: fc.double() }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 8 }) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: textBytes, value: tie('value') }), { maxLength: 3 }),
      }),
    }),
  ),
}));
const attributes = fc.array(
  fc.record({ key: textBytes, value: anyValue }, { requiredKeys: ['key'] }),
  { maxLength: 4 },
);
const bytesOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => bytes.map((byte, at) => (at === 0 ? byte | 1 : byte)));
const span = fc.record(
  {
    traceId: bytesOf(16),
    spanId: bytesOf(8),
    parentSpanId: fc.oneof(bytesOf(8), fc.constant(new Uint8Array(0))),
    traceState: textBytes,
    name: textBytes,
    kind: fc.nat({ max: 6 }),
    startTimeUnixNano: uint64,
    endTimeUnixNano: uint64,
    attributes,
    droppedAttributesCount: uint32,
    droppedEventsCount: uint32,
    droppedLinksCount: uint32,
    flags: uint32,
    events: fc.array(
      fc.record({
        timeUnixNano: uint64,
        name: textBytes,
        attributes,
        droppedAttributesCount: uint32,
      }),
      { maxLength: 2 },
    ),
    links: fc.array(
      fc.record({
        traceId: bytesOf(16),
        spanId: bytesOf(8),
        traceState: textBytes,
        attributes,
        droppedAttributesCount: uint32,
        flags: uint32,
      }),
      { maxLength: 2 },
    ),
    status: fc.record({ message: textBytes, code: fc.nat({ max: 3 }) }),
  },
  { requiredKeys: ['traceId', 'spanId', 'startTimeUnixNano'] },
);
const request = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({ attributes, droppedAttributesCount: uint32 }),
      schemaUrl: textBytes,
      scopeSpans: fc.array(
        fc.record({
          scope: fc.record({ name: textBytes, version: textBytes, attributes }),
          schemaUrl: textBytes,
          spans: fc.array(span, { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});

const encodeRequest = (value: object): Uint8Array =>
  Uint8Array.from(requestType.encode(requestType.fromObject(value)).finish());

/** The oracle's output, as its toObject returns it: fields that were not sent are missing. */
interface Sent {
  readonly [field: string]: unknown;
}
const list = (value: unknown): readonly Sent[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
const text = (bytes: unknown): string => (bytes instanceof Uint8Array ? utf8.decode(bytes) : '');
const hex = (bytes: unknown): string => (bytes instanceof Uint8Array ? toHex(bytes) : '');
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
const nanos = (value: unknown): bigint => (typeof value === 'string' ? BigInt(value) : 0n);
const pairs = (value: unknown): unknown[] =>
  list(value).map((pair) => ({ key: text(pair['key']), value: plainValue(pair['value']) }));

/** All spans of a request by the oracle, in the shape of ours; null when it rejects. */
function oracleSpans(body: Uint8Array): unknown[] | null {
  try {
    const decoded = requestType.toObject(requestType.decode(body), {
      longs: String,
      defaults: false,
    });
    return list(decoded['resourceSpans']).flatMap((group) =>
      list(group['scopeSpans']).flatMap((scope) => list(scope['spans']).map(plainSpan)),
    );
  } catch {
    return null;
  }
}

function plainSpan(sent: Sent): unknown {
  return {
    traceId: hex(sent['traceId']),
    spanId: hex(sent['spanId']),
    parentSpanId: hex(sent['parentSpanId']),
    traceState: text(sent['traceState']),
    flags: count(sent['flags']),
    name: text(sent['name']),
    kind: count(sent['kind']),
    startTimeUnixNano: nanos(sent['startTimeUnixNano']),
    endTimeUnixNano: nanos(sent['endTimeUnixNano']),
    attributes: pairs(sent['attributes']),
    droppedAttributesCount: count(sent['droppedAttributesCount']),
    events: list(sent['events']).map((event) => ({
      timeUnixNano: nanos(event['timeUnixNano']),
      name: text(event['name']),
      attributes: pairs(event['attributes']),
      droppedAttributesCount: count(event['droppedAttributesCount']),
    })),
    droppedEventsCount: count(sent['droppedEventsCount']),
    links: list(sent['links']).map((link) => ({
      traceId: hex(link['traceId']),
      spanId: hex(link['spanId']),
      traceState: text(link['traceState']),
      attributes: pairs(link['attributes']),
      droppedAttributesCount: count(link['droppedAttributesCount']),
      flags: count(link['flags']),
    })),
    droppedLinksCount: count(sent['droppedLinksCount']),
    status: {
      code: count(field(sent['status'], 'code')),
      message: text(field(sent['status'], 'message')),
    },
  };
}

function plainValue(value: unknown): unknown {
  const fields = Object.entries(value ?? {});
  // The oracle keeps what an earlier field of the oneof left; such values are not compared.
  if (fields.length > 1) throw new Error('several fields of one value');
  const [type, content]: [string, unknown] = fields[0] ?? ['', undefined];
  switch (type) {
    case 'stringValue':
      return { type: 'string', value: text(content) };
    case 'boolValue':
      return { type: 'bool', value: content };
    case 'intValue':
      return {
        type: 'int',
        value: Number.isSafeInteger(Number(content)) ? Number(content) : BigInt(String(content)),
      };
    case 'doubleValue':
      return { type: 'double', value: content };
    case 'bytesValue':
      return { type: 'bytes', value: hex(content) };
    case 'arrayValue':
      return { type: 'array', value: list(field(content, 'values')).map(plainValue) };
    case 'kvlistValue':
      return { type: 'kvlist', value: pairs(field(content, 'values')) };
    default:
      return { type: 'empty' };
  }
}

/** Ours, every span decoded; null when anything was rejected for its form. */
function ourSpans(
  body: Uint8Array,
): { readonly spans: readonly unknown[]; readonly refused: number } | null {
  try {
    const { records, refused } = skimTraces(body, DEFAULT_SKIM_LIMITS);
    if (refused.some((each) => each.field === 'span')) return null;
    return {
      spans: records.map(({ bytes }) => hexBytes(decodeSpan(bytes))),
      refused: refused.length,
    };
  } catch (error) {
    if (error instanceof OtlpDecodeError) return null;
    throw error;
  }
}

function hexBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(hexBytes);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hexBytes(item)]))
    : value;
}

/** Flips, cuts, repeats and inserts a few bytes, by a seeded generator. */
function mutate(body: Uint8Array, random: () => number): Uint8Array {
  const bytes = [...body];
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const at = Math.floor(random() * bytes.length);
    const choice = Math.floor(random() * 6);
    if (choice === 0) bytes[at] = Math.floor(random() * 256);
    else if (choice === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (choice === 2) bytes.splice(at, 1 + Math.floor(random() * 4));
    else if (choice === 3) bytes.splice(at, 0, Math.floor(random() * 256));
    else if (choice === 4) bytes.splice(at);
    else bytes.splice(at, 0, ...bytes.slice(at, at + 1 + Math.floor(random() * 20)));
  }
  return Uint8Array.from(bytes);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const LONG_VARINT = /(?:[89a-f][0-9a-f]){10}/;
const MUTATIONS_EACH = 40;
const TIMEOUT_MS = casesOf(120_000, 3_600_000);

describe('the reader and protobufjs', () => {
  it(
    'read the same values out of valid requests',
    () => {
      fc.assert(
        fc.property(request, (value) => {
          const body = encodeRequest(value);
          expect(ourSpans(body)).toEqual({ spans: oracleSpans(body), refused: 0 });
        }),
        { numRuns: casesOf(1_000, 100_000), endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );
  it(
    'accept and reject the same mutated requests, with the same values',
    () => {
      let accepted = 0;
      let rejected = 0;
      fc.assert(
        fc.property(request, fc.nat(), (value, seed) => {
          const body = encodeRequest(value);
          const random = seeded(seed);
          for (let round = 0; round < MUTATIONS_EACH && body.length > 0; round++) {
            const mutated = mutate(body, random);
            if (LONG_VARINT.test(toHex(mutated))) continue;
            const ours = ourSpans(mutated);
            const oracle = accepts(mutated);
            expect({ accepted: ours !== null, body: toHex(mutated) }).toEqual({
              accepted: oracle,
              body: toHex(mutated),
            });
            if (ours === null) rejected++;
            else accepted++;
            const expected = oracleSpans(mutated);
            if (ours !== null && expected !== null && ours.refused === 0)
              expect(ours.spans).toEqual(expected);
          }
        }),
        { numRuns: Math.ceil(casesOf(20_000, 100_000) / MUTATIONS_EACH), endOnFailure: true },
      );
      expect(Math.min(accepted, rejected)).toBeGreaterThan(300);
    },
    TIMEOUT_MS,
  );
});

function accepts(body: Uint8Array): boolean {
  try {
    requestType.decode(body);
    return true;
  } catch {
    return false;
  }
}
