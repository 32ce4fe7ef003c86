import { expect, it } from 'vitest';
import type { Estimate, PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import {
  differenceNote,
  differenceText,
  figureText,
  headlineOf,
  intervalText,
  methodNote,
  methodText,
  methodWords,
  pairsWords,
  isUnchanged,
} from './estimate-text.ts';

const RATE: Estimate = {
  value: 0.821,
  low: 0.761,
  high: 0.869,
  confidence: 0.95,
  method: 'wilson',
  n: 196,
  resamples: 0,
};
const NONE: Estimate = {
  value: 1,
  low: null,
  high: null,
  confidence: 0.95,
  method: 'none',
  n: 1,
  resamples: 0,
};
const BETTER: PairedDifference = {
  name: 'correctness',
  direction: 'MAXIMIZE',
  pairs: 200,
  improved: 14,
  regressed: 3,
  unchanged: 183,
  base_mean: 0.7,
  mean: 0.755,
  difference: {
    value: 0.055,
    low: 0.02,
    high: 0.091,
    confidence: 0.95,
    method: 'paired_bootstrap',
    n: 200,
    resamples: 10_000,
  },
  p_value: 0.0127,
  test: 'mcnemar_exact',
  verdict: 'better',
  is_small_sample: false,
};

it('writes shares in per cent, other scores to three digits, and how both were made', () => {
  expect(figureText(0.821, true)).toBe('82.1 %');
  expect(figureText(1, true)).toBe('100 %');
  expect(figureText(4.4061, false)).toBe('4.41');
  expect(figureText(null, true)).toBe('');
  expect(intervalText(RATE, true)).toBe('[76.1, 86.9]');
  expect(intervalText(NONE, true)).toBe('');
  expect(methodText(RATE)).toBe('Wilson 95 %, n = 196');
  expect(methodWords(BETTER.difference)).toBe('paired bootstrap 95 %, n = 200');
  expect([pairsWords(BETTER), pairsWords({ difference: NONE, pairs: 1 })]).toEqual([
    'paired bootstrap 95 %, 200 pairs',
    '1 pair',
  ]);
  expect(intervalText({ low: -0.012, high: 0.024 }, true)).toBe('[−1.2, 2.4]');
  expect(methodText(NONE)).toBe('n = 1');
  expect(methodNote(BETTER.difference)).toMatch(
    /^Paired bootstrap 95 %, n = 200, 10,000 resamples\nB\. Efron/,
  );
});

it('takes the pass rate first, and the mean where there is none', () => {
  expect(headlineOf({ pass_rate: RATE, mean_score: NONE })).toEqual({
    estimate: RATE,
    isShare: true,
  });
  expect(headlineOf({ pass_rate: null, mean_score: NONE })).toEqual({
    estimate: NONE,
    isShare: false,
  });
});

it('knows when every pair has the same value', () => {
  expect(isUnchanged(BETTER)).toBe(false);
  const same = { ...BETTER.difference, value: 0, low: 0, high: 0 };
  expect(isUnchanged({ ...BETTER, improved: 0, regressed: 0, difference: same })).toBe(true);
  expect(isUnchanged({ ...BETTER, improved: 1, regressed: 1, difference: same })).toBe(false);
});

it('says a difference in points or in scores, with its pairs and test', () => {
  expect(differenceText(BETTER, true)).toBe('+5.5');
  expect(differenceText({ difference: { ...RATE, value: -0.0551 } }, false)).toBe('−0.0551');
  expect(differenceText({ difference: { ...RATE, value: 0 } }, true)).toBe('±0.0');
  expect(differenceNote(BETTER, true)).toBe(
    '+5.5 points [2.0, 9.1] against the baseline\nImproved 14, regressed 3, unchanged 183\nPaired bootstrap 95 %, 200 pairs\nExact McNemar test: p = 0.0127',
  );
  expect(differenceNote({ ...BETTER, is_small_sample: true, p_value: 0.0001 }, true)).toMatch(
    /p < 0\.001\nFewer than 20 pairs/,
  );
  expect(differenceNote({ ...BETTER, test: 'sign_flip' }, false)).toContain(
    'Sign-flip test: p = 0.0127',
  );
  expect(differenceNote({ ...BETTER, difference: { ...NONE, value: null } }, true)).toBe(
    'No examples in common with the baseline.',
  );
});
