import { expect, it } from 'vitest';
import type { KeyValue } from './any-value.ts';
import { BARE_SPAN } from './bare-span.ts';
import { encodeTraceRequest } from './encode.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';

const text = (key: string, value: string): KeyValue => ({ key, value: { type: 'string', value } });
const double = (key: string, value: number): KeyValue => ({
  key,
  value: { type: 'double', value },
});
const NOTHING = { attributes: [], droppedAttributesCount: 0 };
const START = 1_700_000_000_000_000_001n;

it.each<[string, readonly KeyValue[], readonly [string, bigint][], number | null]>([
  [
    'an attribute of GenAI, in seconds',
    [double('gen_ai.server.time_to_first_token', 0.25)],
    [],
    250_000_000,
  ],
  [
    'the first chunk, as text',
    [text('gen_ai.response.time_to_first_chunk', '1.5')],
    [],
    1_500_000_000,
  ],
  [
    'the Vercel AI SDK, in milliseconds',
    [double('ai.response.msToFirstChunk', 12.5)],
    [],
    12_500_000,
  ],
  [
    'the first of such events',
    [],
    [
      ['First Token Stream Event', START + 40n],
      ['gen_ai.first_chunk', START + 90n],
    ],
    40,
  ],
  [
    'an attribute before an event',
    [double('gen_ai.server.time_to_first_token', 1e-9)],
    [['first token', START + 40n]],
    1,
  ],
  [
    'other events',
    [],
    [
      ['exception', START + 1n],
      ['token', START + 2n],
    ],
    null,
  ],
  ['an event before the start', [], [['first token', START - 40n]], null],
  ['no amount', [double('gen_ai.server.time_to_first_token', NaN)], [], null],
  ['beyond belief', [double('gen_ai.server.time_to_first_token', 1e12)], [], null],
])('reads when the first token came: %s', (_, attributes, events, expected) => {
  const sent = events.map(([name, timeUnixNano]) => ({
    name,
    timeUnixNano,
    attributes: [],
    droppedAttributesCount: 0,
  }));
  const spans = [{ ...BARE_SPAN, attributes, events: sent, startTimeUnixNano: START }];
  const request = encodeTraceRequest([
    {
      resource: NOTHING,
      schemaUrl: '',
      scopeSpans: [{ scope: { name: '', version: '', ...NOTHING }, schemaUrl: '', spans }],
    },
  ]);
  expect(skimTraces(request, DEFAULT_SKIM_LIMITS).records[0]?.firstTokenNano).toBe(expected);
});
