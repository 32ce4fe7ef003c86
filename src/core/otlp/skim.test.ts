import { parse } from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { BARE_SPAN } from './bare-span.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import type { DecodedSpan } from './decoded-span.ts';
import { encodeSpan, encodeTraceRequest } from './encode.ts';
import { toHex } from './hex.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import { decodeSpan } from './span-codec.ts';
import { WireWriter } from './wire-writer.ts';
const LIMITS = DEFAULT_SKIM_LIMITS;
const { traceId: TRACE, spanId: SPAN } = BARE_SPAN;
const [START, END] = [1_700_000_000_000_000_001n, 1_700_000_001_000_000_002n];
const NONE = { attributes: [], droppedAttributesCount: 0 };
const text = (key: string, value: string): KeyValue => ({ key, value: { type: 'string', value } });
const int = (key: string, value: number | bigint): KeyValue => ({
  key,
  value: { type: 'int', value },
});

function span(parts: Partial<DecodedSpan> = {}): DecodedSpan {
  return {
    ...BARE_SPAN,
    name: 'call',
    kind: 3,
    startTimeUnixNano: START,
    endTimeUnixNano: END,
    ...parts,
  };
}

function request(
  spans: readonly DecodedSpan[],
  resourceAttributes: readonly KeyValue[] = [],
): Uint8Array {
  return encodeTraceRequest([
    {
      resource: { ...NONE, attributes: resourceAttributes },
      schemaUrl: 'https://schema/1',
      scopeSpans: [{ scope: { name: 'lib', version: '1.2', ...NONE }, schemaUrl: '', spans }],
    },
  ]);
}

/** A request of one span whose message is given byte for byte. */
function requestOf(...messages: readonly Uint8Array[]): Uint8Array {
  const writer = new WireWriter();
  writer.message(1, () => {
    writer.message(2, () => {
      for (const message of messages) writer.bytes(2, message);
    });
  });
  return writer.finish();
}

function one(parts: Partial<DecodedSpan>) {
  const { records, refused } = skimTraces(request([span(parts)]), LIMITS);
  expect(refused).toEqual([]);
  return records[0]!;
}

describe('what a record holds', () => {
  it('takes ids, name, kind, times and the span as it was sent', () => {
    const sent = span({
      parentSpanId: '2122232425262728',
      attributes: [text('openinference.span.kind', 'llm')],
    });
    const [record] = skimTraces(
      request([sent], [text('service.name', 'shop'), text('openinference.project.name', ' demo ')]),
      LIMITS,
    ).records;
    expect(record).toMatchObject({
      name: 'call',
      kind: 'LLM',
      otelKind: 3,
      startTimeUnixNano: sent.startTimeUnixNano,
      endTimeUnixNano: sent.endTimeUnixNano,
    });
    expect([toHex(record!.traceId), toHex(record!.spanId), toHex(record!.parentSpanId!)]).toEqual([
      TRACE,
      SPAN,
      '2122232425262728',
    ]);
    expect(record!.resource).toMatchObject({
      serviceName: 'shop',
      projectName: 'demo',
      schemaUrl: 'https://schema/1',
    });
    expect(record!.scope).toMatchObject({ name: 'lib', version: '1.2' });
    expect(record!.bytes).toEqual(encodeSpan(sent));
  });
  it.each<[string, Partial<DecodedSpan>, object]>([
    [
      'an absent end is the start',
      { endTimeUnixNano: 0n },
      { endTimeUnixNano: 1_700_000_000_000_000_001n },
    ],
    ['an end before the start stays', { endTimeUnixNano: 5n }, { endTimeUnixNano: 5n }],
    [
      'times are clamped to int64',
      { startTimeUnixNano: 2n ** 64n - 1n, endTimeUnixNano: 2n ** 63n },
      { startTimeUnixNano: 2n ** 63n - 1n, endTimeUnixNano: 2n ** 63n - 1n },
    ],
    [
      'no times at all',
      { startTimeUnixNano: 0n, endTimeUnixNano: 0n },
      { startTimeUnixNano: 0n, endTimeUnixNano: 0n },
    ],
    ['an all-zero parent is none', { parentSpanId: '0000000000000000' }, { parentSpanId: null }],
    ['an empty name is a name', { name: '' }, { name: '' }],
    [
      'unknown enum numbers',
      { kind: 77, status: { code: 9, message: '' } },
      { otelKind: 0, statusCode: 0 },
    ],
    [
      'status message',
      { status: { code: 2, message: 'x'.repeat(300) } },
      { statusCode: 2, errorMessage: 'x'.repeat(256) },
    ],
    [
      'status message with a traceback',
      { status: { code: 2, message: "ValueError('down')Traceback (most recent call last):\n x" } },
      { errorMessage: "ValueError('down')" },
    ],
    ['session as a number', { attributes: [int('session.id', 42)] }, { sessionId: '42' }],
    ['blank session', { attributes: [text('session.id', '  ')] }, { sessionId: null }],
    [
      'the last of equal keys',
      { attributes: [text('user.id', 'a'), text('user.id', 'b')] },
      { userId: 'b' },
    ],
    [
      'cost',
      { attributes: [{ key: 'llm.cost.total', value: { type: 'double', value: 0.25 } }] },
      { costUsd: 0.25 },
    ],
    [
      'cost that is no amount',
      { attributes: [{ key: 'llm.cost.total', value: { type: 'double', value: NaN } }] },
      { costUsd: null },
    ],
    [
      'documents by index',
      {
        attributes: [0, 0, 1, 7].map((index) =>
          text(`retrieval.documents.${index}.document.content`, 'd'),
        ),
      },
      { documentCount: 3 },
    ],
    [
      'documents of a reranker',
      {
        attributes: [
          text('openinference.span.kind', 'RERANKER'),
          text('reranker.output_documents.0.document.id', 'd'),
          text('retrieval.documents.0.document.id', 'd'),
          text('retrieval.documents.1.document.id', 'd'),
        ],
      },
      { documentCount: 1 },
    ],
    [
      'documents as JSON',
      { attributes: [text('gen_ai.retrieval.documents', '[{"id":"1"},{"id":"2"}]')] },
      { documentCount: 2 },
    ],
  ])('%s', (_, parts, expected) => expect(one(parts)).toMatchObject(expected));

  it('takes the error of the last exception when the status says nothing', () => {
    const event = (attributes: readonly KeyValue[], name = 'exception') => ({
      name,
      timeUnixNano: 1n,
      attributes,
      droppedAttributesCount: 0,
    });
    const events = [
      event([text('exception.message', 'first')]),
      event([text('exception.type', 'Boom')]),
      event([text('exception.message', 'other')], 'log'),
    ];
    expect(one({ events, status: { code: 2, message: '' } }).errorMessage).toBe('Boom');
    expect(one({ events: [], status: { code: 2, message: '' } }).errorMessage).toBeNull();
  });
  it('keeps text that is not UTF-8, with replacement characters', () => {
    const writer = new WireWriter();
    writer.bytes(
      1,
      Uint8Array.from({ length: 16 }, () => 7),
    );
    writer.bytes(
      2,
      Uint8Array.from({ length: 8 }, () => 7),
    );
    writer.bytes(5, Uint8Array.from([0x61, 0xff, 0x62]));
    expect(skimTraces(requestOf(writer.finish()), LIMITS).records[0]!.name).toBe('a\uFFFDb');
  });
});

describe('order and repetition on the wire', () => {
  it('reads resource and scope behind their spans, and merges what comes in parts', () => {
    const resource = (name: string, value: string) =>
      encodeTraceRequest([
        { resource: { ...NONE, attributes: [text(name, value)] }, schemaUrl: '', scopeSpans: [] },
      ]).subarray(4);
    const writer = new WireWriter();
    writer.message(1, () => {
      writer.message(2, () => {
        writer.bytes(2, encodeSpan(span()));
        writer.message(1, () => writer.string(1, 'late'));
      });
      writer.bytes(1, resource('service.name', 'shop'));
      writer.bytes(1, resource('openinference.project.name', 'demo'));
      writer.string(3, 'https://schema/late');
    });
    const [record] = skimTraces(writer.finish(), LIMITS).records;
    expect(record!.resource).toMatchObject({
      serviceName: 'shop',
      projectName: 'demo',
      schemaUrl: 'https://schema/late',
    });
    expect(record!.scope.name).toBe('late');
  });
  it('does not read a field of a context from one part into the next', () => {
    // Each part alone is malformed: a number without its end, and then its end alone. Joined, they
    // would be a number.
    const body = Uint8Array.from(Buffer.from('0a0b0a0610b5ccb3d3ff0a0172', 'hex'));
    expect(() => skimTraces(body, LIMITS)).toThrow(OtlpDecodeError);
  });
  it('ignores fields and values of newer versions', () => {
    const writer = new WireWriter();
    writer.raw(encodeSpan(span()));
    writer.string(99, 'new');
    writer.fixed32(100, 7);
    writer.varint(101, 2n ** 64n - 1n);
    writer.message(9, () => {
      writer.string(1, 'indexed');
      writer.message(2, () => writer.varint(8, 12));
      writer.varint(3, 5);
    });
    const { records } = skimTraces(requestOf(writer.finish()), LIMITS);
    expect(records[0]!.bytes).toEqual(writer.finish());
    expect(decodeSpan(records[0]!.bytes).attributes).toEqual([
      { key: 'indexed', value: { type: 'empty' } },
    ]);
  });
});

describe('refusals', () => {
  const bad = encodeSpan(span()).subarray(0, 20);
  it.each<[string, Uint8Array, string]>([
    ['no trace id', encodeSpan(span({ traceId: '' })), 'trace_id'],
    ['short trace id', encodeSpan(span({ traceId: '0102' })), 'trace_id'],
    ['zero trace id', encodeSpan(span({ traceId: '0'.repeat(32) })), 'trace_id'],
    ['long span id', encodeSpan(span({ spanId: TRACE })), 'span_id'],
    ['zero span id', encodeSpan(span({ spanId: '0'.repeat(16) })), 'span_id'],
    ['short parent id', encodeSpan(span({ parentSpanId: 'aa' })), 'parent_span_id'],
    ['malformed span', bad, 'span'],
    [
      'too many attributes',
      encodeSpan(span({ attributes: Array.from({ length: 1_025 }, () => int('a', 1)) })),
      'attributes',
    ],
    ['too long a key', encodeSpan(span({ attributes: [int('k'.repeat(1_025), 1)] })), 'attributes'],
    [
      'too long a value',
      encodeSpan(span({ attributes: [text('huge', 'v'.repeat(8 * 1024 * 1024))] })),
      'attributes[huge]',
    ],
  ])('%s is refused alone', (_, message, field) => {
    const { records, refused } = skimTraces(
      requestOf(encodeSpan(span()), message, encodeSpan(span({ spanId: '3132333435363738' }))),
      LIMITS,
    );
    expect(records).toHaveLength(2);
    expect(refused).toMatchObject([{ index: 1, field }]);
  });
  it.each<[string, readonly number[]]>([
    ['truncated length', [0x0a, 0x05, 0x12]],
    ['field number 0', [0x02, 0x00]],
    ['wire type 7', [0x0f]],
    ['stray end of group', [0x0c]],
    ['truncated varint', [0x08, 0x80]],
    ['eleven-byte varint', [0x08, ...Array.from({ length: 10 }, () => 0xff), 0x01]],
    ['text', Array.from('hello, this is no protobuf', (char) => char.charCodeAt(0))],
  ])('%s outside of spans is an error of the request', (_, bytes) => {
    expect(() => skimTraces(Uint8Array.from(bytes), LIMITS)).toThrow(OtlpDecodeError);
  });
  it('takes no rows from logs and metrics', () => {
    const root =
      parse(`syntax="proto3"; message R { repeated RL a = 1; } message RL { repeated SL b = 2; } message SL { repeated Log c = 2; repeated Metric d = 12; }
      message Log { fixed64 time = 1; int32 severity = 2; string text = 3; bytes trace = 9; bytes span = 10; fixed64 observed = 11; }
      message RM { repeated SM b = 2; } message MR { repeated RM a = 1; } message SM { repeated Metric c = 2; } message Metric { string name = 1; string description = 2; string unit = 3; bytes gauge = 5; bytes sum = 7; }`).root;
    const encode = (type: string, value: object) =>
      Uint8Array.from(
        root.lookupType(type).encode(root.lookupType(type).fromObject(value)).finish(),
      );
    const logs = encode('R', {
      a: [
        {
          b: [
            {
              c: [
                {
                  time: 5,
                  severity: 9,
                  text: 'hi',
                  trace: new Uint8Array(16).fill(1),
                  span: new Uint8Array(8).fill(1),
                  observed: 7,
                },
              ],
            },
          ],
        },
      ],
    });
    const metrics = encode('MR', {
      a: [
        {
          b: [
            {
              c: [
                {
                  name: 'sixteen-letters!',
                  description: 'eight-ch',
                  unit: 'ms',
                  gauge: new Uint8Array([10, 0]),
                },
                { name: 'short' },
              ],
            },
          ],
        },
      ],
    });
    expect(skimTraces(logs, LIMITS)).toMatchObject({ records: [], refused: [{ field: 'span' }] });
    expect(skimTraces(metrics, LIMITS)).toMatchObject({
      records: [],
      refused: [{ field: 'start_time_unix_nano' }, { field: 'trace_id' }],
    });
  });
});

describe('limits', () => {
  const nested = (depth: number): AnyValue =>
    depth === 0 ? { type: 'string', value: 'deep' } : { type: 'array', value: [nested(depth - 1)] };
  it('keeps what nests too deep, as bytes, and says so', () => {
    const attributes = [
      { key: 'deep', value: nested(60) },
      { key: 'fits', value: nested(31) },
    ];
    const { records, warnings } = skimTraces(request([span({ attributes })]), LIMITS);
    expect(warnings).toEqual([expect.stringContaining('1 attribute values nest deeper than 32')]);
    const decoded = decodeSpan(records[0]!.bytes).attributes;
    expect(JSON.stringify(decoded[0])).toContain('"raw"');
    expect(JSON.stringify(decoded[1])).not.toContain('"raw"');
    expect(encodeSpan(decodeSpan(records[0]!.bytes))).toEqual(records[0]!.bytes);
  });
  it('survives any depth', () => {
    let value = Uint8Array.from([0x0a, 0x00]);
    for (let depth = 0; depth < 3_000; depth++) {
      const writer = new WireWriter();
      writer.message(5, () => writer.bytes(1, value));
      value = Uint8Array.from(writer.finish());
    }
    const writer = new WireWriter();
    writer.raw(encodeSpan(span()));
    writer.message(9, () => writer.bytes(2, value));
    expect(skimTraces(requestOf(writer.finish()), LIMITS).records).toHaveLength(1);
  });
  it('counts spans, events and messages before anything is made', () => {
    const many = encodeSpan(
      span({
        events: Array.from({ length: 300 }, () => ({
          name: '',
          timeUnixNano: 0n,
          attributes: [],
          droppedAttributesCount: 0,
        })),
      }),
    );
    expect(() =>
      skimTraces(requestOf(...Array.from({ length: 30 }, () => many)), {
        ...LIMITS,
        elementsMax: 5_000,
      }),
    ).toThrow(AppError);
    expect(() => skimTraces(request([span(), span(), span()]), { ...LIMITS, spansMax: 2 })).toThrow(
      /More than 2 spans/,
    );
  });
});
