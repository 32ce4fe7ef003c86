import type { TraceTree } from './trace-tree.ts';

/** More ancestors than this leave too little of the list; the nearest are kept. */
const STICKY_MAX = 5;

/**
 * The ancestors of the first row that is not covered by them, outermost first: they stay on top
 * while their children scroll.
 */
export function stickyNodes(
  tree: TraceTree,
  visible: Int32Array,
  firstRow: number,
): readonly number[] {
  let sticky: readonly number[] = [];
  // Each ancestor more covers a row more, whose ancestors may be others: a few rounds settle it.
  for (let round = 0; round <= STICKY_MAX; round++) {
    const next = ancestorsOf(tree, visible[firstRow + sticky.length] ?? -1).slice(-STICKY_MAX);
    if (next.length <= sticky.length) return next;
    sticky = next;
  }
  return sticky;
}

function ancestorsOf(tree: TraceTree, node: number): readonly number[] {
  const found: number[] = [];
  for (let up = node < 0 ? -1 : (tree.parent[node] ?? -1); up >= 0; up = tree.parent[up] ?? -1)
    found.push(up);
  return found.toReversed();
}
