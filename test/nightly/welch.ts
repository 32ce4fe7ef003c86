/** How two ways of doing something differ in time. */
export interface TimeDifference {
  /** Of the means, in per cent of the first. */
  readonly percent: number;
  /** Welch's t: the difference in units of its standard error. */
  readonly t: number;
}

/**
 * Other load on the machine affects the slowest twentieth: it is excluded, from all at the same
 * time.
 */
const KEPT_SHARE = 0.95;

/**
 * Each against the first. The samples were taken in turns, so that whatever else the machine did
 * fell on all alike.
 */
export function timeDifferences(
  samples: readonly (readonly number[])[],
): readonly TimeDifference[] {
  const all = samples.flat().toSorted((a, b) => a - b);
  const most = all[Math.floor(all.length * KEPT_SHARE)] ?? Infinity;
  const [first, ...others] = samples.map((one) => summary(one.filter((micros) => micros <= most)));
  if (first === undefined) return [];
  return others.map(({ mean, error }) => ({
    percent: (mean / first.mean - 1) * 100,
    t: (mean - first.mean) / Math.hypot(error, first.error),
  }));
}

function summary(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}
