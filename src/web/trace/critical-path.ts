import { eachChild, type TraceTimes } from './trace-time.ts';
import { NODE_SPAN, type TraceTree } from './trace-tree.ts';

/**
 * The stretches of the critical path, sorted by node and then time, so that those of a whole
 * subtree lie together.
 */
export interface CriticalPath {
  /**
   * The stretches of node `i` are those from `first[i]` up to `first[i + 1]`; of its subtree, up to
   * `first[end[i]]`.
   */
  readonly first: Int32Array;
  readonly fromMs: Float64Array;
  readonly toMs: Float64Array;
}

/**
 * A part of a span's time, waiting to be looked into, or (`own`) a part in which the span itself
 * was at work.
 */
interface Part {
  readonly node: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly own: boolean;
}

/**
 * The chain of work that decided when the trace ended. Read backwards from the end of a span, the
 * child that ended last was waited for; before that one began, the child that ended last before
 * then; and where no child ran, the span itself. So every moment of the trace belongs to one span
 * at most. Children count only within their parent's time: what outlives it was not waited for.
 *
 * The definition is that of CRISP (Zhang et al., "CRISP: Critical Path Analysis of Large-Scale
 * Microservice Architectures", USENIX ATC 2022), with several roots taken as children of one trace.
 */
export function criticalPath(tree: TraceTree, times: TraceTimes, extentMs: number): CriticalPath {
  const found: Part[] = [];
  const stack: Part[] = [{ node: -1, fromMs: 0, toMs: extentMs, own: false }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (!part.own) partsOf(tree, times, part, stack);
    // Between roots, no span was running; neither was a parent that never arrived.
    else if (part.node >= 0 && tree.type[part.node] === NODE_SPAN && part.toMs > part.fromMs)
      found.push(part);
  }
  found.sort((a, b) => a.node - b.node || a.fromMs - b.fromMs);
  const first = new Int32Array(tree.size + 1);
  for (const { node } of found) first[node + 1] = (first[node + 1] ?? 0) + 1;
  for (let node = 0; node < tree.size; node++)
    first[node + 1] = (first[node + 1] ?? 0) + (first[node] ?? 0);
  return {
    first,
    fromMs: Float64Array.from(found, (one) => one.fromMs),
    toMs: Float64Array.from(found, (one) => one.toMs),
  };
}

/**
 * Splits a span's time, from its end to its start, into its own parts and those of the children it
 * waited for.
 */
function partsOf(
  tree: TraceTree,
  times: TraceTimes,
  { node, fromMs, toMs }: Part,
  stack: Part[],
): void {
  const children: Part[] = [];
  eachChild(tree, node, (child) => {
    const from = Math.max(times.startMs[child] ?? 0, fromMs);
    const to = Math.min(times.endMs[child] ?? 0, toMs);
    if (to > from) children.push({ node: child, fromMs: from, toMs: to, own: false });
  });
  children.sort((a, b) => b.toMs - a.toMs || a.fromMs - b.fromMs);
  let until = toMs;
  for (const child of children) {
    if (child.fromMs >= until) continue;
    const childEnd = Math.min(child.toMs, until);
    if (childEnd < until) stack.push({ node, fromMs: childEnd, toMs: until, own: true });
    stack.push({ ...child, toMs: childEnd });
    until = child.fromMs;
  }
  stack.push({ node, fromMs, toMs: until, own: true });
}

/** How long a subtree was on the critical path, in milliseconds. */
export function criticalMs(path: CriticalPath, tree: TraceTree, node: number): number {
  let sum = 0;
  for (let at = path.first[node] ?? 0; at < (path.first[tree.end[node] ?? 0] ?? 0); at++)
    sum += (path.toMs[at] ?? 0) - (path.fromMs[at] ?? 0);
  return sum;
}
