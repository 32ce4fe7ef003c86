import { clusterMeans } from './bootstrap.ts';
import { CONFIDENCE, wilsonInterval } from './wilson.ts';

/** A pass rate with its interval, from 0 to 1. */
export interface PassRate {
  /** Number of pass/fail results, and of examples (clusters); equal without repetitions. */
  readonly n: number;
  readonly clusters: number;
  /**
   * The mean of the examples' pass rates: each example counts once, however many repetitions have a
   * result.
   */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  /** `wilson_clustered` if examples have repetitions. */
  readonly method: 'wilson' | 'wilson_clustered';
  readonly confidence: number;
}

/**
 * The pass rate of results that are 1 or 0 (NaN for none), with Wilson's interval; null without
 * results. `clusterOf` holds the example of each result, as a number from 0. With repetitions the
 * results of one example are alike, so Wilson's formula is given the effective sample size: the
 * number of independent results whose rate varies as much as the mean over examples does, p(1 - p)
 * / v with v the variance of that mean (E. L. Korn and B. I. Graubard, "Confidence Intervals for
 * Proportions with Small Expected Number of Positive Counts Estimated from Survey Data", Survey
 * Methodology 24, 1998; for Wilson's interval C. Franco, R. J. A. Little, T. A. Louis and E. V.
 * Slud, "Comparative Study of Confidence Intervals for Proportions in Complex Sample Surveys",
 * Journal of Survey Statistics and Methodology 7, 2019). That number is at least the number of
 * examples, also when all results are equal, and at most the number of results.
 */
export function passRate(
  passed: Float64Array,
  clusterOf: Int32Array,
  confidence = CONFIDENCE,
): PassRate | null {
  const { means, n } = clusterMeans(passed, clusterOf);
  const rates = means.filter((mean) => !Number.isNaN(mean));
  const clusters = rates.length;
  if (clusters === 0) return null;
  const rate = Math.min(1, rates.reduce((sum, one) => sum + one, 0) / clusters);
  const size = n === clusters ? n : effectiveSize(rates, rate, n);
  const interval = wilsonInterval(rate * size, size, confidence);
  if (interval === null) return null;
  return {
    n,
    clusters,
    rate,
    low: interval.low,
    high: interval.high,
    method: n === clusters ? 'wilson' : 'wilson_clustered',
    confidence,
  };
}

function effectiveSize(rates: Float64Array, rate: number, n: number): number {
  const clusters = rates.length;
  const squares = rates.reduce((sum, one) => sum + (one - rate) ** 2, 0);
  if (squares === 0 || clusters === 1) return clusters;
  return Math.min(n, Math.max(clusters, (rate * (1 - rate) * clusters * (clusters - 1)) / squares));
}
