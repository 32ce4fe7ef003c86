import { describe, expect, it } from 'vitest';
import { repeatedCalls, type RepeatedCalls } from './repeated-calls.ts';
import { skeletonOf, traceOf, type GivenSpan } from './trace-fixture.ts';

const [CHAIN, LLM] = [2, 7];
const call = (parent: number, repeats?: number): GivenSpan => ({
  parent,
  kind: LLM,
  tokens: 10,
  cost: 0.5,
  ...(repeats === undefined ? {} : { repeats }),
});
const root: GivenSpan = { parent: -1, kind: CHAIN };

const CASES: readonly (readonly [string, readonly GivenSpan[], RepeatedCalls | null])[] = [
  ['a call within another', [call(-1), call(0, 2)], { first: 1, count: 1, reports: 2 }],
  [
    'two of them',
    [root, call(0), call(1, 2), call(0), call(3, 2)],
    { first: 2, count: 2, reports: 2 },
  ],
  [
    'three spans of one call',
    [call(-1), call(0, 2), call(1, 2)],
    { first: 1, count: 1, reports: 3 },
  ],
  [
    'the inner span first, by its clock',
    [call(1, 2), call(-1)],
    { first: 0, count: 1, reports: 2 },
  ],
  ['parents in a loop', [call(2, 2), call(0, 2), call(1, 2)], { first: 0, count: 3, reports: 2 }],
  ['calls side by side', [root, call(0), call(0)], null],
  ['no spans', [], null],
];

describe('repeatedCalls', () => {
  it.each(CASES)('%s', (_, spans, expected) => {
    expect(repeatedCalls(skeletonOf(spans))).toEqual(expected);
  });
});

it('leaves what repeats a parent out of sums, and its cost only where that counts', () => {
  const { columns, tree } = traceOf([root, call(0), call(1, 2), call(0), call(3, 1)]);
  expect([...columns.tokensTotal]).toEqual([0, 10, 10, 10, 10]);
  expect([...columns.countedCosts]).toEqual([0, 0.5, 0, 0.5, 0.5]);
  expect([tree.tokens[0], tree.costUsd[0]]).toEqual([20, 1.5]);
});
