import { expect, test } from 'vitest';
import { likelySlips } from './likely-slips.ts';

test.each([
  ['latencyms > 100', [{ name: 'latencyms', meant: 'latency_ms' }]],
  [
    "model == 'gpt-5' and not (spankind == 'LLM')",
    [
      { name: 'model', meant: 'llm.model_name' },
      { name: 'spankind', meant: 'span_kind' },
    ],
  ],
  ["latency_ms > 1 and metadata['teir'] == 'free' and attributes['latencyms'] == 1", []],
  ["customer.tier == 'free'", []],
  ["annotations['correctness'].score > 1", []],
  ['', []],
])('names of a span filter that are nearly fields: %s', (filter, slips) => {
  expect(likelySlips(filter)).toEqual(slips);
});
