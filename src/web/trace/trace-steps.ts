import type { TraceColumns } from './trace-skeleton.ts';
import type { TraceTimes } from './trace-time.ts';
import { NODE_SPAN, type TraceTree } from './trace-tree.ts';

/** So many spans with the longest work of their own are the slow ones. */
const SLOW_MAX = 10;

/**
 * The next node after one (or before, for -1) for which `fits` holds, round and round; -1 when
 * there is none.
 */
export function stepWhere(
  size: number,
  from: number,
  by: 1 | -1,
  fits: (node: number) => boolean,
): number {
  for (let step = 1; step <= size; step++) {
    const node = (((from + by * step) % size) + size) % size;
    if (fits(node)) return node;
  }
  return -1;
}

/** Whether a node is a span with its own error. */
export function isFailed(tree: TraceTree, columns: TraceColumns, node: number): boolean {
  return tree.type[node] === NODE_SPAN && columns.statuses[tree.span[node] ?? -1] === 2;
}

/**
 * Which of the spans with an error of their own a node is, from 1, and of how many; null for any
 * other node.
 */
export function placeAmongFailed(
  tree: TraceTree,
  columns: TraceColumns,
  node: number,
): { number: number; count: number } | null {
  if (!isFailed(tree, columns, node)) return null;
  let [number, count] = [0, 0];
  for (let one = 0; one < tree.size; one++) {
    if (!isFailed(tree, columns, one)) continue;
    count += 1;
    if (one <= node) number += 1;
  }
  return { number, count };
}

/** The spans that were longest at work themselves, longest first; at most ten. */
export function slowestNodes(tree: TraceTree, times: TraceTimes): readonly number[] {
  const slowest: number[] = [];
  const self = (node: number): number => times.selfMs[node] ?? 0;
  for (let node = 0; node < tree.size; node++) {
    if (
      self(node) <= 0 ||
      (slowest.length === SLOW_MAX && self(node) <= self(slowest.at(-1) ?? node))
    )
      continue;
    const at = slowest.findIndex((one) => self(one) < self(node));
    slowest.splice(at < 0 ? slowest.length : at, 0, node);
    if (slowest.length > SLOW_MAX) slowest.pop();
  }
  return slowest;
}
