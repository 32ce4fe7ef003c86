/** Values of a sample that are drawn from together: a run of one value, or up to so many values, whichever. */
export type ValueBlock =
  | { readonly kind: 'run'; readonly value: number; readonly count: number }
  | { readonly kind: 'mixed'; readonly values: Float64Array };

/** A shorter run costs more to draw as a whole than value by value. */
const RUN_MIN = 64;

/**
 * Cuts a sample into blocks: each value that occurs often is a run of its own, the others follow in order, `blockSize` at a time. Sorts a copy, so
 * that what is drawn from the blocks does not depend on the order of the sample.
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
      // Moved towards the start: what has been passed is not needed any more.
      sorted.copyWithin(kept, from, end);
      kept += end - from;
    }
    from = end;
  }
  for (let from = 0; from < kept; from += blockSize)
    blocks.push({ kind: 'mixed', values: sorted.slice(from, Math.min(kept, from + blockSize)) });
  return blocks;
}

/** How many values of the blocks are drawn one by one. */
export function mixedCount(blocks: readonly ValueBlock[]): number {
  return blocks.reduce((count, block) => count + (block.kind === 'mixed' ? block.values.length : 0), 0);
}
