import { invariant } from '#contracts/wire/errors.ts';
import { normalCdf, normalQuantile } from './normal-distribution.ts';
import { BLOCK_SIZE, resampledSums, type WorkBudget } from './resampled-sums.ts';
import { SeededRandom } from './seeded-random.ts';
import { mixedCount, valueBlocks } from './value-blocks.ts';
import { CONFIDENCE, zOf } from './wilson.ts';

export interface BootstrapOptions {
  /** The same data and the same seed give the same interval. */
  readonly seed: number | string;
  /**
   * How many resamples to make, from 1,000 to 100,000; 10,000 by default. `drawsMax` can lower it.
   */
  readonly resamples?: number;
  /** Between 0 and 1; 0.95 by default. */
  readonly confidence?: number;
  /**
   * Most values to draw one by one; a larger sample gets fewer resamples. 300,000,000 by default,
   * about a second of work.
   */
  readonly drawsMax?: number;
  readonly budget?: WorkBudget;
}

/**
 * How an interval was computed. `bca`: bootstrap. `normal`: from the standard error, for samples
 * too large to resample. `constant`: all values are equal, and low and high are the mean. `none`: a
 * single value has no interval.
 */
export type MeanMethod = 'bca' | 'normal' | 'constant' | 'none';

/** A mean with its interval, in the unit of the values. */
export interface MeanInterval {
  /** Number of values, and of examples (clusters); equal without repetitions. */
  readonly n: number;
  readonly clusters: number;
  /**
   * The mean of the examples' means: each example counts once, however many repetitions have a
   * value.
   */
  readonly mean: number;
  /** Null where `method` is `none`. */
  readonly low: number | null;
  readonly high: number | null;
  readonly method: MeanMethod;
  /** How many were made; 0 for methods other than `bca`. */
  readonly resamples: number;
  readonly confidence: number;
}

export const RESAMPLES = 10_000;
export const RESAMPLES_MIN = 1_000;
const RESAMPLES_MAX = 100_000;
/** Runs of equal values cost nothing and do not count. */
export const DRAWS_MAX = 300_000_000;

/**
 * The mean of one value per example, with a bootstrap interval; null without values. NaN means no
 * value and is skipped.
 *
 * The interval is BCa, bias-corrected and accelerated (B. Efron, "Better Bootstrap Confidence
 * Intervals", Journal of the American Statistical Association 82, 1987; B. Efron and R. J.
 * Tibshirani, "An Introduction to the Bootstrap", 1993, equations 14.9 to 14.15). Scores are often
 * skewed and few, and there plain percentiles cover the true mean too rarely. The acceleration of a
 * mean has a closed form. Percentiles are interpolated linearly. Where `drawsMax` allows fewer than
 * 1,000 resamples, above 300,000 examples of different values by default, the result is the normal
 * interval mean ± z · s/√n (E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024), which
 * is as good for so large a sample.
 */
export function bootstrapMean(
  values: Float64Array,
  options: BootstrapOptions,
): MeanInterval | null {
  const present = values.filter((value) => !Number.isNaN(value));
  return intervalOf(present, present.length, options);
}

/**
 * The same for examples with repetitions: `clusterOf` holds the example of each value, as a number
 * from 0. Repetitions of one example are alike, and treating them as independent makes the interval
 * too narrow. So whole examples are resampled, each with the mean of its values (E. Miller, "Adding
 * Error Bars to Evals", arXiv:2411.00640, 2024, on clustered standard errors and on resampling; A.
 * C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8). With
 * unequal repetitions each example still counts once.
 */
export function bootstrapClusteredMean(
  values: Float64Array,
  clusterOf: Int32Array,
  options: BootstrapOptions,
): MeanInterval | null {
  const { means, n } = clusterMeans(values, clusterOf);
  return intervalOf(
    means.filter((mean) => !Number.isNaN(mean)),
    n,
    options,
  );
}

/**
 * The mean of each cluster's values (NaN for a cluster without values) and the number of values.
 * NaN among the values is skipped.
 */
export function clusterMeans(
  values: Float64Array,
  clusterOf: Int32Array,
): { readonly means: Float64Array<ArrayBuffer>; readonly n: number } {
  invariant(
    values.length === clusterOf.length,
    `each value has a cluster; got ${values.length} values and ${clusterOf.length} clusters`,
  );
  const size = clusterOf.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const sums = new Float64Array(size);
  const counts = new Float64Array(size);
  let n = 0;
  for (let at = 0; at < values.length; at += 1) {
    const [value, cluster] = [values[at] ?? Number.NaN, clusterOf[at] ?? 0];
    if (Number.isNaN(value)) continue;
    sums[cluster] = (sums[cluster] ?? 0) + value;
    counts[cluster] = (counts[cluster] ?? 0) + 1;
    n += 1;
  }
  return { means: sums.map((sum, cluster) => sum / (counts[cluster] ?? 0)), n };
}

function intervalOf(
  sample: Float64Array<ArrayBuffer>,
  n: number,
  options: BootstrapOptions,
): MeanInterval | null {
  const {
    seed,
    resamples = RESAMPLES,
    confidence = CONFIDENCE,
    drawsMax = DRAWS_MAX,
    budget,
  } = options;
  const z = zOf(confidence);
  invariant(
    Number.isInteger(resamples) && resamples >= RESAMPLES_MIN && resamples <= RESAMPLES_MAX,
    `resamples is a whole number from ${RESAMPLES_MIN} to ${RESAMPLES_MAX}; got ${resamples}`,
  );
  invariant(sample.every(Number.isFinite), 'values are finite, or NaN for none');
  if (sample.length === 0) return null;
  const clusters = sample.length;
  const mean = meanOf(sample);
  const found = { n, clusters, mean, confidence };
  if (clusters === 1) return { ...found, low: null, high: null, method: 'none', resamples: 0 };
  if (sample.every((value) => value === sample[0]))
    return { ...found, low: mean, high: mean, method: 'constant', resamples: 0 };
  const blocks = valueBlocks(sample, BLOCK_SIZE);
  const made = Math.min(resamples, Math.floor(drawsMax / Math.max(1, mixedCount(blocks))));
  if (made < RESAMPLES_MIN)
    return { ...found, ...normalInterval(sample, mean, z), method: 'normal', resamples: 0 };
  const means = resampledSums(blocks, made, new SeededRandom(seed), budget).map(
    (sum) => sum / clusters,
  );
  return {
    ...found,
    ...bcaInterval(sample, mean, means.toSorted(), z),
    method: 'bca',
    resamples: made,
  };
}

function normalInterval(
  sample: Float64Array,
  mean: number,
  z: number,
): { readonly low: number; readonly high: number } {
  let squares = 0;
  for (const value of sample) squares += (value - mean) ** 2;
  const half = z * Math.sqrt(squares / (sample.length - 1) / sample.length);
  return { low: mean - half, high: mean + half };
}

function bcaInterval(
  sample: Float64Array,
  mean: number,
  sorted: Float64Array,
  z: number,
): { readonly low: number; readonly high: number } {
  const bias = normalQuantile(shareBelow(sorted, mean));
  const acceleration = accelerationOf(sample, mean);
  const shifted = (quantile: number): number =>
    normalCdf(bias + (bias + quantile) / (1 - acceleration * (bias + quantile)));
  return { low: percentile(sorted, shifted(-z)), high: percentile(sorted, shifted(z)) };
}

/**
 * The share of resamples below the mean; those equal to it, within rounding, count half. Never 0 or
 * 1.
 */
function shareBelow(sorted: Float64Array, mean: number): number {
  const rounding = 1e-12 * Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0));
  let below = 0;
  for (const value of sorted)
    below += value < mean - rounding ? 1 : value <= mean + rounding ? 0.5 : 0;
  return Math.min(Math.max(below, 0.5), sorted.length - 0.5) / sorted.length;
}

/** The jackknife estimate of a mean's acceleration: a sixth of its skewness. */
function accelerationOf(sample: Float64Array, mean: number): number {
  let squares = 0;
  let cubes = 0;
  for (const value of sample) {
    const off = value - mean;
    squares += off * off;
    cubes += off * off * off;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/** The quantile of sorted values, interpolated linearly (R's type 7). */
export function percentile(sorted: Float64Array, share: number): number {
  const place = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}

function meanOf(sample: Float64Array): number {
  let sum = 0;
  for (const value of sample) sum += value;
  return sum / sample.length;
}
