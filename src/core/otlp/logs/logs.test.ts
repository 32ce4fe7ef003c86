import * as fc from 'fast-check';
import { Root } from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnyValue } from '../any-value.ts';
import { BARE_SPAN } from '../bare-span.ts';
import { encodeSpan } from '../encode.ts';
import { toHex } from '../hex.ts';
import { OtlpDecodeError } from '../otlp-decode-error.ts';
import { OTLP_DESCRIPTOR } from '../otlp-descriptor.ts';
import { DEFAULT_SKIM_LIMITS } from '../skim-limits.ts';
import { decodeSpan } from '../span-codec.ts';
import { WireWriter } from '../wire-writer.ts';
import { appendEvents } from './append-events.ts';
import { encodeLogsRequest } from './encode-logs.ts';
import { BARE_LOG_RECORD, type LogRecord } from './log-record.ts';
import { logsRequestFromJson } from './logs-json.ts';
import { skimLogs } from './skim-logs.ts';

const LIMITS = DEFAULT_SKIM_LIMITS;
const TRACE = '0102030405060708090a0b0c0d0e0f10';
const SPAN = '1112131415161718';
const MIB = 1024 * 1024;

const EVENT: LogRecord = {
  ...BARE_LOG_RECORD,
  traceId: TRACE,
  spanId: SPAN,
  timeUnixNano: 7n,
  eventName: 'gen_ai.user.message',
};
const text = (value: string): AnyValue => ({ type: 'string', value });

function requestOf(...logRecords: readonly LogRecord[]): Uint8Array {
  const scope = { name: 'openai_v2', version: '1', attributes: [], droppedAttributesCount: 0 };
  return encodeLogsRequest([
    { resource: null, schemaUrl: '', scopeLogs: [{ scope, schemaUrl: '', logRecords }] },
  ]);
}

const skim = (...records: readonly LogRecord[]) => skimLogs(requestOf(...records), LIMITS);

/** The events as the span shows them that they are appended to. */
function eventsOf(...records: readonly LogRecord[]) {
  const { events } = skim(...records);
  const whole = appendEvents(
    encodeSpan(BARE_SPAN),
    events.map(({ bytes }) => bytes),
  );
  return whole.bytes === null ? [] : decodeSpan(whole.bytes).events;
}

describe('a GenAI event', () => {
  it('becomes an event of its span: name, time and attributes', () => {
    const attributes = [
      { key: 'gen_ai.system', value: text('openai') },
      { key: 'n', value: { type: 'int', value: 3 } as const },
    ];
    const { events, refused } = skim({ ...EVENT, attributes, droppedAttributesCount: 2 });
    expect(refused).toEqual([]);
    expect([toHex(events[0]!.traceId), toHex(events[0]!.spanId)]).toEqual([TRACE, SPAN]);
    expect(eventsOf({ ...EVENT, attributes, droppedAttributesCount: 2 })).toEqual([
      { timeUnixNano: 7n, name: 'gen_ai.user.message', attributes, droppedAttributesCount: 2 },
    ]);
  });

  it('may have its name in the attribute event.name, as older SDKs send it, and its time as the observed one', () => {
    const attributes = [{ key: 'event.name', value: text('gen_ai.choice') }];
    expect(
      eventsOf({ ...EVENT, eventName: '', timeUnixNano: 0n, observedTimeUnixNano: 9n, attributes }),
    ).toEqual([{ timeUnixNano: 9n, name: 'gen_ai.choice', attributes, droppedAttributesCount: 0 }]);
  });

  it('has its body as the attribute gen_ai.event.content: text as it is, all else as JSON', () => {
    const body: AnyValue = {
      type: 'kvlist',
      value: [
        { key: 'content', value: text('hi') },
        { key: 'index', value: { type: 'int', value: 0 } },
      ],
    };
    const contentOf = (...records: readonly LogRecord[]) =>
      eventsOf(...records).map((event) => event.attributes);
    expect(contentOf({ ...EVENT, body })).toEqual([
      [{ key: 'gen_ai.event.content', value: text('{"content":"hi","index":0}') }],
    ]);
    expect(contentOf({ ...EVENT, body: text('as it is') })).toEqual([
      [{ key: 'gen_ai.event.content', value: text('as it is') }],
    ]);
    const attributes = [{ key: 'gen_ai.event.content', value: text('{}') }];
    expect(contentOf({ ...EVENT, body, attributes })).toEqual([
      [...attributes, { key: 'event.body', value: text('{"content":"hi","index":0}') }],
    ]);
  });

  it('carries what its resource says of the project', () => {
    const resource = {
      attributes: [{ key: 'openinference.project.name', value: text('shop') }],
      droppedAttributesCount: 0,
    };
    const request = encodeLogsRequest([
      { resource, schemaUrl: '', scopeLogs: [{ scope: null, schemaUrl: '', logRecords: [EVENT] }] },
    ]);
    expect(skimLogs(request, LIMITS).events[0]?.projectName).toBe('shop');
  });

  it('is on its span once, however often it is sent', () => {
    const [event] = skim(EVENT).events;
    const once = appendEvents(encodeSpan(BARE_SPAN), [event!.bytes, event!.bytes]);
    expect(decodeSpan(once.bytes!).events).toHaveLength(1);
    expect(appendEvents(once.bytes!, [event!.bytes])).toEqual({ bytes: null, left: 0 });
  });

  it('is left out where its span would grow too large with it, and told', () => {
    const [small, large, other] = ['a', 'x'.repeat(900), 'b'].map((content) =>
      new TextEncoder().encode(content),
    );
    const span = encodeSpan(BARE_SPAN);
    const grown = appendEvents(span, [small!, large!, other!], span.length + 10);
    expect(grown).toEqual(expect.objectContaining({ left: 1 }));
    expect(grown.bytes).toEqual(appendEvents(span, [small!, other!]).bytes);
    expect(appendEvents(span, [large!], span.length + 10)).toEqual({ bytes: null, left: 1 });
    // Events the span already has don’t count as dropped.
    expect(appendEvents(grown.bytes!, [small!], span.length)).toEqual({ bytes: null, left: 0 });
  });
});

describe('log records that are refused alone', () => {
  it.each<[string, LogRecord, object]>([
    [
      'a plain log',
      { ...EVENT, eventName: '', body: text('hello') },
      { field: 'event_name', reason: expect.stringContaining('it has none') },
    ],
    [
      'another event',
      { ...EVENT, eventName: 'http.retry' },
      { field: 'event_name', reason: expect.stringContaining("it is 'http.retry'") },
    ],
    [
      'no trace id',
      { ...EVENT, traceId: '' },
      { field: 'trace_id', reason: expect.stringContaining('missing'), spanId: SPAN },
    ],
    [
      'no span id',
      { ...EVENT, spanId: '' },
      { field: 'span_id', reason: expect.stringContaining('missing'), traceId: TRACE },
    ],
    [
      'a span id of zeros',
      { ...EVENT, spanId: '0'.repeat(16) },
      { field: 'span_id', reason: 'all zero' },
    ],
    [
      'a short trace id',
      { ...EVENT, traceId: '0102' },
      { field: 'trace_id', reason: expect.stringContaining('got 2') },
    ],
    [
      'too many attributes',
      {
        ...EVENT,
        attributes: Array.from({ length: 1_025 }, (_, n) => ({ key: `k${n}`, value: text('') })),
      },
      { field: 'attributes' },
    ],
    [
      'a key that is too long',
      { ...EVENT, attributes: [{ key: 'k'.repeat(1_025), value: text('') }] },
      { field: 'attributes' },
    ],
    [
      'a value that is too long',
      { ...EVENT, attributes: [{ key: 'k', value: text('x'.repeat(9 * MIB)) }] },
      { field: 'attributes' },
    ],
    ['a body that is too long', { ...EVENT, body: text('x'.repeat(9 * MIB)) }, { field: 'body' }],
    [
      'a name that is too long',
      { ...EVENT, eventName: `gen_ai.${'x'.repeat(2_000)}` },
      { field: 'event_name' },
    ],
  ])('%s', (_, record, refusal) => {
    expect(skim(EVENT, record, EVENT)).toMatchObject({
      events: [{}, {}],
      refused: [{ index: 1, ...refusal }],
    });
  });

  it('one whose bytes are no LogRecord', () => {
    const writer = new WireWriter();
    writer.message(1, () =>
      writer.message(2, () => writer.bytes(2, Uint8Array.of(0x32, 0x05, 0x0a))),
    );
    expect(skimLogs(writer.finish(), LIMITS)).toMatchObject({
      events: [],
      refused: [{ field: 'log record' }],
    });
  });
});

describe('hostile bodies', () => {
  function wrap(contents: Uint8Array, ...fields: readonly number[]): Uint8Array {
    return fields.reduceRight((inner, field) => {
      const writer = new WireWriter();
      writer.bytes(field, inner);
      return writer.finish();
    }, contents);
  }
  function repeated(tag: number, bytes: number): Uint8Array {
    const body = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += 2) body[at] = tag;
    return body;
  }

  it.each<[string, Uint8Array]>([
    ['empty ResourceLogs', repeated(0x0a, 64 * MIB)],
    ['empty ScopeLogs', wrap(repeated(0x12, 32 * MIB), 1)],
    ['empty log records', wrap(repeated(0x12, 32 * MIB), 1, 2)],
  ])('%s are too much', (_, body) => {
    expect(() => skimLogs(body, LIMITS)).toThrow(AppError);
  });

  it('an array of nine million items as a body, or nine million empty attributes: the record is refused alone', () => {
    for (const contents of [wrap(repeated(0x0a, 18 * MIB), 5, 5), repeated(0x32, 32 * MIB)])
      expect(skimLogs(wrap(contents, 1, 2, 2), LIMITS)).toMatchObject({
        events: [],
        refused: [{ index: 0 }],
      });
  });

  it('any bytes are read, or refused with an OtlpDecodeError', () => {
    const valid = requestOf({
      ...EVENT,
      body: text('x'),
      attributes: [{ key: 'event.name', value: text('gen_ai.choice') }],
    });
    fc.assert(
      fc.property(
        fc.nat({ max: valid.length - 1 }),
        fc.nat({ max: 255 }),
        fc.nat({ max: valid.length }),
        (at, byte, length) => {
          const body = valid.slice(0, Math.max(at + 1, length));
          body[at] = byte;
          try {
            for (const { bytes } of skimLogs(body, LIMITS).events)
              decodeSpan(appendEvents(encodeSpan(BARE_SPAN), [bytes]).bytes!);
          } catch (error) {
            expect(error).toBeInstanceOf(OtlpDecodeError);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

it('writes log records as protobufjs reads them', () => {
  const type = Root.fromJSON(JSON.parse(JSON.stringify(OTLP_DESCRIPTOR))).lookupType(
    'ExportLogsServiceRequest',
  );
  const record = {
    ...EVENT,
    observedTimeUnixNano: 8n,
    severityNumber: 9,
    severityText: 'INFO',
    body: text('b'),
    flags: 1,
  };
  const [group] = (
    type.toObject(type.decode(requestOf(record)), { longs: String, bytes: String }) as {
      resourceLogs: { scopeLogs: object[] }[];
    }
  ).resourceLogs;
  expect(group?.scopeLogs[0]).toMatchObject({
    scope: { name: 'openai_v2' },
    logRecords: [
      {
        timeUnixNano: '7',
        observedTimeUnixNano: '8',
        severityNumber: 9,
        severityText: 'INFO',
        body: { stringValue: 'b' },
        flags: 1,
        traceId: Buffer.from(TRACE, 'hex').toString('base64'),
        spanId: Buffer.from(SPAN, 'hex').toString('base64'),
        eventName: 'gen_ai.user.message',
      },
    ],
  });
});

describe('OTLP/JSON', () => {
  const json = (record: object): string =>
    JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });

  it('is read as protobuf is', () => {
    const record = {
      timeUnixNano: '7',
      severityNumber: 'SEVERITY_NUMBER_INFO',
      traceId: TRACE.toUpperCase(),
      spanId: SPAN,
      eventName: 'gen_ai.user.message',
      body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: 'hi' } }] } },
      attributes: [{ key: 'gen_ai.system', value: { stringValue: 'openai' } }],
    };
    const body: AnyValue = { type: 'kvlist', value: [{ key: 'content', value: text('hi') }] };
    const attributes = [{ key: 'gen_ai.system', value: text('openai') }];
    expect(skimLogs(logsRequestFromJson(json(record), LIMITS), LIMITS)).toEqual(
      skim({ ...EVENT, body, attributes }),
    );
  });

  it('of another signal is refused', () => {
    expect(() => logsRequestFromJson('{"resourceSpans":[]}', LIMITS)).toThrow(
      'resourceSpans is another signal; this takes resourceLogs',
    );
    expect(() => logsRequestFromJson(json({ attributes: 3 }), LIMITS)).toThrow(
      'resourceLogs[0].scopeLogs[0].logRecords[0].attributes must be an array',
    );
  });
});
