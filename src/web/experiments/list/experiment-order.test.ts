import { expect, it } from 'vitest';
import { summaryFixture } from './experiment-fixture.ts';
import {
  comparisonOrder,
  evaluatorNames,
  inOrder,
  scoreSort,
  sortedPartText,
  tokensOf,
} from './experiment-order.ts';

const numbers = (
  rows: readonly { readonly experiment: { readonly sequence_number: number } }[],
): number[] => rows.map(({ experiment }) => experiment.sequence_number);
const ROWS = [
  summaryFixture(4, { name: 'run 10', scores: { exact: 0.5 } }),
  summaryFixture(3, { name: 'run 9', scores: { exact: 0.9, style: 1 }, costUsd: 2 }),
  summaryFixture(2, { tags: ['baseline'] }),
  summaryFixture(1, { scores: { exact: 0.9 }, costUsd: 1 }),
];

it('sorts by column or evaluator, without a value last in either direction, ties newest first', () => {
  expect(numbers(inOrder(ROWS, 'number', 'asc'))).toEqual([1, 2, 3, 4]);
  expect(numbers(inOrder(ROWS, 'name', 'asc'))).toEqual([1, 2, 3, 4]);
  expect(numbers(inOrder(ROWS, scoreSort('exact'), 'desc'))).toEqual([3, 1, 4, 2]);
  expect(numbers(inOrder(ROWS, scoreSort('exact'), 'asc'))).toEqual([4, 3, 1, 2]);
  expect(numbers(inOrder(ROWS, 'cost', 'desc'))).toEqual([3, 1, 4, 2]);
  expect(numbers(inOrder(ROWS, 'nonsense', 'asc'))).toEqual([4, 3, 2, 1]);
});

it('names the evaluators of most experiments first', () => {
  expect(evaluatorNames(ROWS)).toEqual(['exact', 'style']);
});

it('compares with the baseline where it is chosen, else with the oldest', () => {
  expect(comparisonOrder(ROWS.slice(0, 3))).toEqual([2, 3, 4]);
  expect(comparisonOrder(ROWS.slice(0, 2))).toEqual([3, 4]);
});

it('adds up tokens, and knows none where none are known', () => {
  expect(tokensOf({ prompt_tokens: 3, completion_tokens: null })).toBe(3);
  expect(tokensOf({ prompt_tokens: null, completion_tokens: null })).toBeNull();
});

it('says of how many experiments an order is, where that is not all', () => {
  const list = { loaded: 500, hasMore: true, all: 1234, isSearched: false };
  expect(sortedPartText(list)).toBe('Only the newest 500 of 1,234 experiments are sorted');
  expect(sortedPartText({ ...list, all: 500 })).toBe(
    'Only the newest 500 of 501 experiments are sorted',
  );
  expect(sortedPartText({ ...list, isSearched: true })).toBe(
    'Only the newest 500 matches are sorted',
  );
  expect(sortedPartText({ ...list, loaded: 150 })).toBe('Loading to sort: 150 of 500');
  expect(sortedPartText({ ...list, loaded: 50, all: 120 })).toBe('Loading to sort: 50 of 120');
  expect(sortedPartText({ ...list, loaded: 50, isSearched: true })).toBe('Loading to sort: 50');
  expect(sortedPartText({ ...list, hasMore: false })).toBeNull();
});
