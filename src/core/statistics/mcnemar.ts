import { invariant } from '#contracts/wire/errors.ts';
import { fairCoinProbability, fairCoinTail } from './binomial-half.ts';

/** Two-sided p values of pass/fail pairs. */
export interface McNemarTest {
  /** Pairs that only A passed, and pairs that only B passed. The others do not count. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Exact p value; 1 without such pairs. */
  readonly p: number;
  /** Mid-p value: less conservative, close to the nominal level on average. */
  readonly midP: number;
}

/**
 * McNemar's exact test for pass/fail results of A and B on the same examples. If both have the same pass rate, each pair that differs is a fair coin
 * toss, and p = 2 · P(X <= min(b, c)) for X ~ Binomial(b + c, 1/2), at most 1 (Q. McNemar, "Note on the Sampling Error of the
 * Difference between Correlated Proportions or Percentages", Psychometrika 12, 1947; in this form A. Agresti, "Categorical Data Analysis", third
 * edition 2013, section 11.1). Mid-p subtracts the probability of the result itself (M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar Test for
 * Binary Matched-Pairs Data", BMC Medical Research Methodology 13, 2013). Takes about √(b + c)
 * steps. Throws unless both counts are whole and not negative.
 */
export function mcnemarExact(onlyA: number, onlyB: number): McNemarTest {
  for (const count of [onlyA, onlyB])
    invariant(Number.isSafeInteger(count) && count >= 0, `pairs that differ are counted in whole numbers from 0; got ${count}`);
  const n = onlyA + onlyB;
  const fewer = Math.min(onlyA, onlyB);
  if (n === 0) return { onlyA, onlyB, p: 1, midP: 1 };
  const probability = fairCoinProbability(fewer, n);
  if (onlyA === onlyB) return { onlyA, onlyB, p: 1, midP: 1 - probability };
  const tails = 2 * fairCoinTail(fewer, n);
  return { onlyA, onlyB, p: Math.min(1, tails), midP: tails - probability };
}
