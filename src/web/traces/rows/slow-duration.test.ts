import { expect, test } from 'vitest';
import { slowDuration } from './slow-duration.ts';

const usual = (count: number): number[] => Array.from({ length: count }, (_, at) => 1000 + at * 10);

test.each([
  ['nothing', [], 2],
  ['one row, half as long as a bar can be', [1000], 2000],
  ['rows of much the same time: none is slow', usual(50), 2500],
  ['the 99th percentile of a page', [...usual(97), 3000, 3500, 4000], 3500],
  [
    'one row that took a hundred times as long leaves the others their bars',
    [...usual(49), 840_000],
    2900,
  ],
  ['durations of nothing', [0, 0, 0], 1],
])('%s', (_, durations, ms) => {
  expect(slowDuration(durations)).toBe(ms);
});
