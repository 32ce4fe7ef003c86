/** Part of a sample: a run of equal values, or a block of mixed ones. */
export type ValueBlock =
  | { readonly kind: 'run'; readonly value: number; readonly count: number }
  | { readonly kind: 'mixed'; readonly values: Float64Array };

/** Shorter runs are cheaper to draw value by value. */
const RUN_MIN = 64;

/**
 * Cuts a sample into blocks: each value that occurs at least 64 times becomes a run; the others
 * become blocks of `blockSize` values. Sorts a copy first, so that results do not depend on the
 * order of the sample.
 */
export function valueBlocks(sample: Float64Array, blockSize: number): ValueBlock[] {
  const sorted = sample.toSorted();
  const blocks: ValueBlock[] = [];
  let kept = 0;
  for (let from = 0; from < sorted.length;) {
    const value = sorted[from] ?? 0;
    let end = from + 1;
    while (end < sorted.length && sorted[end] === value) end += 1;
    if (end - from >= RUN_MIN) blocks.push({ kind: 'run', value, count: end - from });
    else {
      // Values that are kept move to the start, over values that are done with.
      sorted.copyWithin(kept, from, end);
      kept += end - from;
    }
    from = end;
  }
  for (let from = 0; from < kept; from += blockSize)
    blocks.push({ kind: 'mixed', values: sorted.slice(from, Math.min(kept, from + blockSize)) });
  return blocks;
}

/** How many values of the blocks are in no run, and so are drawn one by one. */
export function mixedCount(blocks: readonly ValueBlock[]): number {
  return blocks.reduce(
    (count, block) => count + (block.kind === 'mixed' ? block.values.length : 0),
    0,
  );
}
