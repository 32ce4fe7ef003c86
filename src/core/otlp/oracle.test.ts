import fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { toHex } from './hex.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import { OTLP_DESCRIPTOR } from './otlp-descriptor.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import { decodeSpan } from './span-codec.ts';

/**
 * The reader against a generic decoder: the same messages are accepted and rejected, with the same values. Known differences: text
 * that is not UTF-8 (ours takes it, so the oracle reads text as bytes), varints of unknown fields longer than ten bytes (ours refuses
 * them), and one malformed span (ours refuses it alone; here that counts as rejecting).
 */
const root = protobuf.Root.fromJSON(JSON.parse(JSON.stringify(OTLP_DESCRIPTOR).replaceAll('"type":"string"', '"type":"bytes"')));
const requestType = root.lookupType('ExportTraceServiceRequest');
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const textBytes = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', 'gen_ai.system', 'session.id', 'llm.model_name', '🜚é\u0000', '\uFEFFbom')).map((text) => encoder.encode(text));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const uint32 = fc.nat({ max: 2 ** 31 - 1 });
const { value: anyValue } = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ stringValue: textBytes }), fc.record({ boolValue: fc.boolean() }), fc.record({ intValue: int64 }), fc.record({ doubleValue: fc.double() }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 8 }) }), fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(fc.record({ key: textBytes, value: tie('value') }), { maxLength: 3 }) }) }),
  ),
}));
const attributes = fc.array(fc.record({ key: textBytes, value: anyValue }, { requiredKeys: ['key'] }), { maxLength: 4 });
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => bytes.map((byte, at) => (at === 0 ? byte | 1 : byte)));
const span = fc.record({
  traceId: bytesOf(16), spanId: bytesOf(8), parentSpanId: fc.oneof(bytesOf(8), fc.constant(new Uint8Array(0))), traceState: textBytes, name: textBytes, kind: fc.nat({ max: 6 }),
  startTimeUnixNano: uint64, endTimeUnixNano: uint64, attributes, droppedAttributesCount: uint32, droppedEventsCount: uint32, droppedLinksCount: uint32, flags: uint32,
  events: fc.array(fc.record({ timeUnixNano: uint64, name: textBytes, attributes, droppedAttributesCount: uint32 }), { maxLength: 2 }),
  links: fc.array(fc.record({ traceId: bytesOf(16), spanId: bytesOf(8), traceState: textBytes, attributes, droppedAttributesCount: uint32, flags: uint32 }), { maxLength: 2 }),
  status: fc.record({ message: textBytes, code: fc.nat({ max: 3 }) }),
}, { requiredKeys: ['traceId', 'spanId', 'startTimeUnixNano'] });
const request = fc.record({
  resourceSpans: fc.array(fc.record({
    resource: fc.record({ attributes, droppedAttributesCount: uint32 }), schemaUrl: textBytes,
    scopeSpans: fc.array(fc.record({ scope: fc.record({ name: textBytes, version: textBytes, attributes }), schemaUrl: textBytes, spans: fc.array(span, { maxLength: 3 }) }), { maxLength: 2 }),
  }), { maxLength: 2 }),
});

const encodeRequest = (value: object): Uint8Array => Uint8Array.from(requestType.encode(requestType.fromObject(value)).finish());

/** All spans of a request by the oracle, in the shape of ours; null when it rejects. */
function oracleSpans(body: Uint8Array): unknown[] | null {
  try {
    const decoded: any = requestType.toObject(requestType.decode(body), { longs: String, defaults: false });
    return (decoded.resourceSpans ?? []).flatMap((group: any) => (group.scopeSpans ?? []).flatMap((scope: any) => (scope.spans ?? []).map(plainSpan)));
  } catch {
    return null;
  }
}

const text = (bytes: Uint8Array | undefined): string => utf8.decode(bytes ?? new Uint8Array(0));
const hex = (bytes: Uint8Array | undefined): string => toHex(bytes ?? new Uint8Array(0));
const pairs = (list: any[] | undefined): unknown[] => (list ?? []).map((pair) => ({ key: text(pair.key), value: plainValue(pair.value) }));

function plainSpan(span: any): unknown {
  return {
    traceId: hex(span.traceId), spanId: hex(span.spanId), parentSpanId: hex(span.parentSpanId), traceState: text(span.traceState), flags: span.flags ?? 0, name: text(span.name), kind: span.kind ?? 0,
    startTimeUnixNano: BigInt(span.startTimeUnixNano ?? 0), endTimeUnixNano: BigInt(span.endTimeUnixNano ?? 0), attributes: pairs(span.attributes), droppedAttributesCount: span.droppedAttributesCount ?? 0,
    events: (span.events ?? []).map((event: any) => ({ timeUnixNano: BigInt(event.timeUnixNano ?? 0), name: text(event.name), attributes: pairs(event.attributes), droppedAttributesCount: event.droppedAttributesCount ?? 0 })),
    droppedEventsCount: span.droppedEventsCount ?? 0,
    links: (span.links ?? []).map((link: any) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId), traceState: text(link.traceState), attributes: pairs(link.attributes), droppedAttributesCount: link.droppedAttributesCount ?? 0, flags: link.flags ?? 0 })),
    droppedLinksCount: span.droppedLinksCount ?? 0, status: { code: span.status?.code ?? 0, message: text(span.status?.message) },
  };
}

function plainValue(value: any): unknown {
  const fields = Object.keys(value ?? {});
  // The oracle keeps what an earlier field of the oneof left; such values are not compared.
  if (fields.length > 1) throw new Error('several fields of one value');
  switch (fields[0]) {
    case 'stringValue': return { type: 'string', value: text(value.stringValue) };
    case 'boolValue': return { type: 'bool', value: value.boolValue };
    case 'intValue': return { type: 'int', value: Number.isSafeInteger(Number(value.intValue)) ? Number(value.intValue) : BigInt(value.intValue) };
    case 'doubleValue': return { type: 'double', value: value.doubleValue };
    case 'bytesValue': return { type: 'bytes', value: toHex(value.bytesValue) };
    case 'arrayValue': return { type: 'array', value: (value.arrayValue.values ?? []).map(plainValue) };
    case 'kvlistValue': return { type: 'kvlist', value: pairs(value.kvlistValue.values) };
    default: return { type: 'empty' };
  }
}

/** Ours, every span decoded; null when anything was rejected for its form. */
function ourSpans(body: Uint8Array): { readonly spans: readonly unknown[]; readonly refused: number } | null {
  try {
    const { records, refused } = skimTraces(body, DEFAULT_SKIM_LIMITS);
    if (refused.some(({ field }) => field === 'span')) return null;
    return { spans: records.map(({ bytes }) => hexBytes(decodeSpan(bytes))), refused: refused.length };
  } catch (error) {
    if (error instanceof OtlpDecodeError) return null;
    throw error;
  }
}

function hexBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(hexBytes);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hexBytes(item)])) : value;
}

/** Flips, cuts, repeats and inserts a few bytes, by a seeded generator. */
function mutate(body: Uint8Array, random: () => number): Uint8Array {
  const bytes = [...body];
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
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

describe('the reader and protobufjs', () => {
  it('read the same values out of valid requests', () => {
    fc.assert(fc.property(request, (value) => {
      const body = encodeRequest(value);
      expect(ourSpans(body)).toEqual({ spans: oracleSpans(body), refused: 0 });
    }), { numRuns: 5_000 });
  });
  it('accept and reject the same mutated requests, with the same values', () => {
    let accepted = 0;
    let rejected = 0;
    fc.assert(fc.property(request, fc.nat(), (value, seed) => {
      const body = encodeRequest(value);
      const random = seeded(seed);
      for (let round = 0; round < MUTATIONS_EACH && body.length > 0; round++) {
        const mutated = mutate(body, random);
        if (LONG_VARINT.test(toHex(mutated))) continue;
        const ours = ourSpans(mutated);
        const oracle = accepts(mutated);
        expect({ accepted: ours !== null, body: toHex(mutated) }).toEqual({ accepted: oracle, body: toHex(mutated) });
        if (ours === null) rejected++;
        else accepted++;
        const expected = oracleSpans(mutated);
        if (ours !== null && expected !== null && ours.refused === 0) expect(ours.spans).toEqual(expected);
      }
    }), { numRuns: 2_500 });
    expect(Math.min(accepted, rejected)).toBeGreaterThan(1_000);
  }, 120_000);
});

function accepts(body: Uint8Array): boolean {
  try {
    requestType.decode(body);
    return true;
  } catch {
    return false;
  }
}
