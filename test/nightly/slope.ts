/**
 * The slope of the straight line that fits best, per hour: by the median of the slopes between all
 * pairs, which a few odd samples do not move.
 */
export function slopePerHour(
  samples: readonly { readonly atMs: number; readonly value: number }[],
): number {
  const slopes = samples.flatMap((from, at) =>
    samples
      .slice(at + 1)
      .map((to) => ((to.value - from.value) * 3_600_000) / (to.atMs - from.atMs)),
  );
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0;
}
