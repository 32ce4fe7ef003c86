/**
 * A longer tail than this many times the 90th percentile is not representative of the other rows.
 */
const TAIL = 2;

/**
 * The duration of rows, in milliseconds, above which one is slow, and whose bar has the full
 * length: their 99th percentile. In a short list that would not exclude a row that took a hundred
 * times as long as the others, whose bars would all be dots: so it is at most a few times the 90th
 * percentile. If all durations are similar none is slow: then bars are half as long. Rounded, so
 * that it seldom changes.
 */
export function slowDuration(durationsMs: readonly number[]): number {
  const sorted = Float64Array.from(durationsMs).sort();
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 1;
  const high = Math.min(at(0.99), TAIL * at(0.9));
  return Math.max(1, Number(Math.max(high, 2 * at(0.5)).toPrecision(2)));
}
