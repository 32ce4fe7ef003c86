import { Root } from 'protobufjs';
import { describe, expect, it } from 'vitest';
import type { DecodedSpan } from './decoded-span.ts';
import { encodeSpan } from './encode.ts';
import { toHex } from './hex.ts';
import { OTLP_DESCRIPTOR } from './otlp-descriptor.ts';

const TRACE = '0102030405060708090a0b0c0d0e0f10';
const SPAN = '1112131415161718';
const sent: DecodedSpan = {
  traceId: TRACE,
  spanId: SPAN,
  parentSpanId: '',
  traceState: 'k=v',
  flags: 257,
  name: 'call',
  kind: 3,
  startTimeUnixNano: 1_700_000_000_000_000_001n,
  endTimeUnixNano: 1_700_000_001_000_000_002n,
  attributes: [
    { key: 'a', value: { type: 'string', value: 'b' } },
    { key: 'n', value: { type: 'int', value: -5 } },
    { key: 'long', value: { type: 'string', value: 'x'.repeat(70_000) } },
  ],
  droppedAttributesCount: 1,
  events: [],
  droppedEventsCount: 2,
  links: [],
  droppedLinksCount: 3,
  status: { code: 2, message: 'no' },
};

describe('the writer', () => {
  it('encodes a span as protobufjs does', () => {
    const type = Root.fromJSON(JSON.parse(JSON.stringify(OTLP_DESCRIPTOR))).lookupType('Span');
    const oracle = type
      .encode(
        type.fromObject({
          ...sent,
          traceId: Uint8Array.from({ length: 16 }, (_, at) => at + 1),
          spanId: Uint8Array.from({ length: 8 }, (_, at) => at + 17),
          parentSpanId: new Uint8Array(0),
          startTimeUnixNano: String(sent.startTimeUnixNano),
          endTimeUnixNano: String(sent.endTimeUnixNano),
          attributes: [
            { key: 'a', value: { stringValue: 'b' } },
            { key: 'n', value: { intValue: -5 } },
            { key: 'long', value: { stringValue: 'x'.repeat(70_000) } },
          ],
        }),
      )
      .finish();
    expect(toHex(encodeSpan(sent))).toBe(toHex(oracle));
  });
});
