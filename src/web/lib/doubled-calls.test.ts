import { describe, expect, it } from 'vitest';
import { doubledCalls } from './doubled-calls.ts';
import type { DoubledCalls } from './doubled-calls.ts';
import { skeletonOf } from './trace-fixture.ts';
import type { GivenSpan } from './trace-fixture.ts';

const [CHAIN, LLM] = [2, 7];
const call = (parent: number, model = 'claude-sonnet-4-5', prompt: number | null = 16, completion: number | null = 7): GivenSpan => ({
  parent,
  kind: LLM,
  model,
  prompt,
  completion,
});

const CASES: readonly (readonly [string, readonly GivenSpan[], DoubledCalls | null])[] = [
  ['a call within its double', [call(-1), call(0)], { first: 1, count: 1 }],
  ['something between the two', [call(-1), { parent: 0, kind: CHAIN }, call(1)], { first: 2, count: 1 }],
  ['two of them', [{ parent: -1, kind: CHAIN }, call(0), call(1), call(0), call(3)], { first: 2, count: 2 }],
  ['told three times', [call(-1), call(0), call(1)], { first: 1, count: 2 }],
  ['a dated name of the same model', [call(-1), call(0, 'claude-sonnet-4-5-20250929')], { first: 1, count: 1 }],
  ['the inner span first, by its clock', [call(1), call(-1)], { first: 0, count: 1 }],
  ['equal calls side by side', [{ parent: -1, kind: CHAIN }, call(0), call(0)], null],
  ['another model', [call(-1), call(0, 'gpt-4o')], null],
  ['a model nobody named', [call(-1), { ...call(0), model: null }], null],
  ['other counts', [call(-1), call(0, 'claude-sonnet-4-5', 16, 8)], null],
  ['no counts', [call(-1, 'gpt-4o', null, null), call(0, 'gpt-4o', null, null)], null],
  ['counts of zero', [call(-1, 'gpt-4o', 0, 0), call(0, 'gpt-4o', 0, 0)], null],
  ['an agent that sums up its calls', [{ ...call(-1), kind: 1 }, call(0)], null],
  ['parents in a loop', [{ parent: 1, kind: CHAIN }, { parent: 0, kind: CHAIN }, call(1)], null],
  ['a parent that was never received', [call(-2)], null],
  ['no spans', [], null],
];

describe('doubledCalls', () => {
  it.each(CASES)('%s', (_, spans, expected) => {
    expect(doubledCalls(skeletonOf(spans))).toEqual(expected);
  });

  it('passes each row of a deep trace once', () => {
    const spans = Array.from({ length: 50_000 }, (_, row): GivenSpan[] => [
      { parent: row === 0 ? -1 : (row - 1) * 2, kind: CHAIN },
      call(row * 2),
    ]);
    expect(doubledCalls(skeletonOf(spans.flat()))).toBeNull();
  });
});
