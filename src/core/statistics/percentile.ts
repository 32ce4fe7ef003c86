import { invariant } from '#contracts/wire/errors.ts';
import { nearestRank } from '#core/figures/latency-sketch.ts';

/**
 * Exact quantiles by nearest rank, the rule of all latencies (`nearestRank`), in the order of
 * `quantiles`, each from 0 to 1. NaN means no value and is skipped; null if no value is left. Sorts
 * a copy. For more values than fit in memory, use `LatencySketch`.
 */
export function exactPercentiles(
  values: Float64Array,
  quantiles: readonly number[],
): (number | null)[] {
  for (const q of quantiles) invariant(q >= 0 && q <= 1, `a quantile is from 0 to 1; got ${q}`);
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  return quantiles.map((q) => sorted[nearestRank(q, sorted.length)] ?? null);
}
