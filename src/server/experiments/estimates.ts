import type { Estimate } from '#contracts/experiments/experiment-figures.ts';
import {
  bootstrapClusteredMean,
  bootstrapMean,
  RESAMPLES,
  type MeanInterval,
} from '#core/statistics/bootstrap.ts';
import { passRate } from '#core/statistics/pass-rate.ts';
import { CONFIDENCE } from '#core/statistics/wilson.ts';
import type { WorkBudget } from '#core/statistics/resampled-sums.ts';

/** How exact intervals are to be, and until when they are wanted. */
export interface EstimateOptions {
  /** Resamples of a bootstrap at most. */
  readonly resamples: number;
  readonly budget: WorkBudget;
}

/**
 * Of lists: the ends of an interval move by some 3 % of its width from one seed to another, too
 * little to notice.
 */
export const LIST_RESAMPLES = 1_000;
/**
 * Values drawn for one interval: a large sample gets fewer resamples, so that a comparison stays
 * below a second.
 */
const DRAWS_MAX = 10_000_000;

/** As many resamples as `options` say, or as a sample of that size is given time for. */
export function resamplesFor(size: number, { resamples }: EstimateOptions): number {
  const affordable = Math.max(LIST_RESAMPLES, Math.floor(DRAWS_MAX / Math.max(1, size)));
  return Math.min(resamples, RESAMPLES, affordable);
}

export const NO_ESTIMATE: Estimate = {
  value: null,
  low: null,
  high: null,
  confidence: CONFIDENCE,
  method: 'none',
  n: 0,
  resamples: 0,
};

/** The mean of scores over examples, by run; NaN for a run without one. */
export function meanEstimate(
  values: Float64Array,
  exampleOf: Int32Array,
  seed: string,
  options: EstimateOptions,
): Estimate {
  const made = { seed, resamples: resamplesFor(values.length, options), budget: options.budget };
  const isClustered = hasRepetitions(exampleOf);
  const found = isClustered
    ? bootstrapClusteredMean(values, exampleOf, made)
    : bootstrapMean(values, made);
  return intervalEstimate(found, isClustered ? 'clustered_bootstrap' : 'bootstrap');
}

/** The share of runs that pass; its values are 0, 1 or NaN. */
export function passRateEstimate(passed: Float64Array, exampleOf: Int32Array): Estimate {
  const found = passRate(passed, exampleOf);
  if (found === null) return NO_ESTIMATE;
  const { rate, low, high, confidence, method, clusters } = found;
  return { value: rate, low, high, confidence, method, n: clusters, resamples: 0 };
}

export function intervalEstimate(
  found: MeanInterval | null,
  bootstrap: Estimate['method'],
): Estimate {
  if (found === null) return NO_ESTIMATE;
  const { mean, low, high, confidence, method, clusters, resamples } = found;
  return {
    value: mean,
    low,
    high,
    confidence,
    method: method === 'bca' ? bootstrap : method,
    n: clusters,
    resamples,
  };
}

/** Whether an example occurs twice in a list sorted by example. */
function hasRepetitions(exampleOf: Int32Array): boolean {
  for (let run = 1; run < exampleOf.length; run += 1)
    if (exampleOf[run] === exampleOf[run - 1]) return true;
  return false;
}
