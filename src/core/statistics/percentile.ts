import { invariant } from '#contracts/errors.ts';
import { nearestRank } from '#core/figures/latency-sketch.ts';

/**
 * The q-quantiles of exact values, by nearest rank like all latencies here (`nearestRank`), in the order of `quantiles`, each from 0 to 1. NaN stands
 * for no value; null where there is none. For a number of values that fits in memory: `LatencySketch` is for more. Sorts a copy once.
 */
export function exactPercentiles(values: Float64Array, quantiles: readonly number[]): (number | null)[] {
  for (const q of quantiles) invariant(q >= 0 && q <= 1, `a quantile is from 0 to 1; got ${q}`);
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  return quantiles.map((q) => sorted[nearestRank(q, sorted.length)] ?? null);
}
