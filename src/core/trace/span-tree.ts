/**
 * The spans of a trace as a forest. All arrays go by the index of a span in the trace's columns,
 * which are ordered by start time.
 */
export interface SpanTree {
  /** Index of the parent; -1 for roots, for orphans, and for the first span of a cycle. */
  readonly parents: Int32Array;
  /** Spans without a parent in the tree, by start time. */
  readonly roots: readonly number[];
  readonly children: readonly (readonly number[])[];
  /** 0 for a root. */
  readonly depths: Int32Array;
  /**
   * Every span once, each before its children: read backwards, children come before their parents.
   */
  readonly preorder: Int32Array;
}

/**
 * Makes a forest of what exporters sent, whatever that is: several roots, parents that never came
 * (any negative index), spans that are their own ancestors, chains of any length. A cycle is cut
 * above its earliest span. Neither recursion nor more than a few passes.
 */
export function buildSpanTree(parentIndexes: ArrayLike<number>): SpanTree {
  const parents = cutCycles(parentIndexes);
  const children: number[][] = Array.from(parentIndexes, () => []);
  const roots: number[] = [];
  for (const [index, parent] of parents.entries()) {
    if (parent < 0) roots.push(index);
    else children[parent]?.push(index);
  }
  const depths = new Int32Array(parents.length);
  const preorder = new Int32Array(parents.length);
  const stack = roots.toReversed();
  let place = 0;
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    preorder[place] = index;
    place += 1;
    const below = children[index] ?? [];
    for (let i = below.length - 1; i >= 0; i -= 1) {
      const child = below[i] ?? 0;
      depths[child] = (depths[index] ?? 0) + 1;
      stack.push(child);
    }
  }
  return { parents, roots, children, depths, preorder };
}

const UNSEEN = 0;
const SETTLED = -1;

/** Follows each span's ancestors once; meeting a span of the same walk means a cycle. */
function cutCycles(parentIndexes: ArrayLike<number>): Int32Array {
  const count = parentIndexes.length;
  const parents = Int32Array.from(parentIndexes, (parent) =>
    Number.isInteger(parent) && parent >= 0 && parent < count ? parent : -1,
  );
  const walks = new Int32Array(count);
  for (let start = 0; start < count; start += 1) {
    let index = start;
    while (index >= 0 && walks[index] === UNSEEN) {
      walks[index] = start + 1;
      index = parents[index] ?? -1;
    }
    if (index >= 0 && walks[index] === start + 1) cutAboveEarliest(parents, index);
    for (let back = start; back >= 0 && walks[back] === start + 1; back = parents[back] ?? -1)
      walks[back] = SETTLED;
  }
  return parents;
}

function cutAboveEarliest(parents: Int32Array, member: number): void {
  let earliest = member;
  for (
    let index = parents[member] ?? -1;
    index !== member && index >= 0;
    index = parents[index] ?? -1
  )
    earliest = Math.min(earliest, index);
  parents[earliest] = -1;
}
