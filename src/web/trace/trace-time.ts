import type { TraceColumns } from './trace-skeleton.ts';
import { NODE_GROUP, NODE_SPAN, type TraceTree } from './trace-tree.ts';

/**
 * Where each node lies in time, and how long it was at work itself; all in milliseconds after the
 * trace's start, by node.
 */
export interface TraceTimes {
  readonly startMs: Float64Array;
  /** Never before the start. Of a span without an end: the latest end below it, or of the trace. */
  readonly endMs: Float64Array;
  /**
   * The node's time without that at which some child was running; 0 for groups and parents never
   * received.
   */
  readonly selfMs: Float64Array;
  /**
   * 1 for a span whose end was never sent. A span that ended at once is not open, even if its
   * children continue.
   */
  readonly open: Uint8Array;
}

/**
 * Calls `visit` for each child that is a span, in start order; the members of a group count as
 * children of its parent.
 */
export function eachChild(tree: TraceTree, node: number, visit: (child: number) => void): void {
  const end = node < 0 ? tree.size : (tree.end[node] ?? 0);
  for (let child = node + 1; child < end;) {
    const after = tree.end[child] ?? end;
    if (tree.type[child] === NODE_GROUP)
      for (let member = child + 1; member < after; member++) visit(member);
    else visit(child);
    child = after;
  }
}

/** The times of every node, in one pass from the leaves. */
export function traceTimes(tree: TraceTree, columns: TraceColumns): TraceTimes {
  const { size } = tree;
  const startMs = new Float64Array(size).fill(Infinity);
  const endMs = new Float64Array(size).fill(-Infinity);
  const latest = new Float64Array(size).fill(-Infinity);
  const selfMs = new Float64Array(size);
  const open = new Uint8Array(size);
  for (let node = size - 1; node >= 0; node--) {
    if (tree.type[node] === NODE_SPAN) {
      const row = tree.span[node] ?? 0;
      const start = columns.startsMs[row] ?? 0;
      const duration = columns.durationsMs[row] ?? 0;
      startMs[node] = start;
      const isLater = (latest[node] ?? 0) > start;
      open[node] = columns.open.has(row) ? 1 : 0;
      // A span without children may extend to the end of the known time.
      const reach = isLater ? (latest[node] ?? start) : Math.max(start, columns.extentMs);
      endMs[node] = open[node] === 1 ? reach : start + Math.max(0, duration);
    }
    latest[node] = Math.max(latest[node] ?? 0, endMs[node] ?? 0);
    const up = tree.parent[node] ?? -1;
    if (up < 0) continue;
    latest[up] = Math.max(latest[up] ?? 0, latest[node] ?? 0);
    if (tree.type[up] === NODE_SPAN) continue;
    startMs[up] = Math.min(startMs[up] ?? Infinity, startMs[node] ?? Infinity);
    endMs[up] = Math.max(endMs[up] ?? 0, endMs[node] ?? 0);
  }
  const times = { startMs, endMs, selfMs, open };
  for (let node = 0; node < size; node++)
    if (tree.type[node] === NODE_SPAN) selfMs[node] = selfTime(tree, times, node);
  return times;
}

function selfTime(tree: TraceTree, times: TraceTimes, node: number): number {
  let own = 0;
  eachOwnStretch(tree, times, node, (from, to) => (own += to - from));
  return own;
}

/**
 * Calls `visit` for each stretch of a span's time in which none of its children was running, in
 * time order.
 */
export function eachOwnStretch(
  tree: TraceTree,
  times: TraceTimes,
  node: number,
  visit: (fromMs: number, toMs: number) => void,
): void {
  const end = times.endMs[node] ?? 0;
  let until = times.startMs[node] ?? 0;
  eachChild(tree, node, (child) => {
    const from = times.startMs[child] ?? 0;
    if (from > until && until < end) visit(until, Math.min(from, end));
    until = Math.max(until, times.endMs[child] ?? 0);
  });
  if (until < end) visit(until, end);
}

/**
 * The wait before each node in milliseconds, where it is at least `leastMs`: how long none of the
 * siblings that began before it was running. 0 elsewhere, and for first children.
 */
export function gapsBefore(tree: TraceTree, times: TraceTimes, leastMs: number): Float64Array {
  const gaps = new Float64Array(tree.size);
  const among = (parent: number): void => {
    let until = Infinity;
    eachChild(tree, parent, (child) => {
      const gap = (times.startMs[child] ?? 0) - until;
      if (gap >= leastMs) gaps[child] = gap;
      until =
        until === Infinity ? (times.endMs[child] ?? 0) : Math.max(until, times.endMs[child] ?? 0);
    });
  };
  among(-1);
  for (let node = 0; node < tree.size; node++)
    if (tree.type[node] === NODE_SPAN && (tree.end[node] ?? 0) > node + 2) among(node);
  return gaps;
}

/**
 * How many leaves were running at once: at most, and the most in each of `parts` equal parts of the
 * trace.
 */
export interface Concurrency {
  readonly max: number;
  readonly parts: Uint32Array;
}

/** Leaves do the work: spans without children. Spans that only touch don't overlap. */
export function concurrencyOf(
  tree: TraceTree,
  times: TraceTimes,
  extentMs: number,
  partCount: number,
): Concurrency {
  const leaves: number[] = [];
  for (let node = 0; node < tree.size; node++)
    if (
      tree.type[node] === NODE_SPAN &&
      tree.end[node] === node + 1 &&
      (times.endMs[node] ?? 0) > (times.startMs[node] ?? 0)
    )
      leaves.push(node);
  const starts = Float64Array.from(leaves, (node) => times.startMs[node] ?? 0).sort();
  const ends = Float64Array.from(leaves, (node) => times.endMs[node] ?? 0).sort();
  const parts = new Uint32Array(partCount);
  let [max, running, ended, reached] = [0, 0, 0, 0];
  const partOf = (ms: number): number =>
    Math.min(partCount - 1, Math.floor((ms / extentMs) * partCount));
  const carry = (to: number): void => {
    for (; reached < to;) {
      reached += 1;
      parts[reached] = Math.max(parts[reached] ?? 0, running);
    }
  };
  for (const start of starts) {
    for (; (ends[ended] ?? Infinity) <= start; ended++) {
      carry(partOf(ends[ended] ?? 0));
      running -= 1;
    }
    carry(partOf(start));
    running += 1;
    max = Math.max(max, running);
    parts[reached] = Math.max(parts[reached] ?? 0, running);
  }
  for (; ended < ends.length; ended++) {
    carry(partOf(ends[ended] ?? 0));
    running -= 1;
  }
  return { max, parts };
}
