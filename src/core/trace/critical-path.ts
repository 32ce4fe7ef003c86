import type { SpanTree } from './span-tree.ts';

/** A stretch of time that decided how long the trace took, and the span that was at work in it. */
export interface CriticalStretch {
  readonly index: number;
  readonly fromOffsetNano: number;
  readonly toOffsetNano: number;
}

interface Stretch extends CriticalStretch {
  /** The span itself was at work: there is nothing below to look into. */
  readonly own: boolean;
}

/**
 * The chain of spans that decided a root's end: read backwards from its end, the child that ended
 * last was waited for; before it began, the one that ended last before that; and where no child
 * ran, the span itself. Stretches come in time order and cover the root's time once.
 */
export function criticalPath(
  tree: SpanTree,
  times: SpanTimes,
  root: number,
): readonly CriticalStretch[] {
  const path: CriticalStretch[] = [];
  const stack: Stretch[] = [
    {
      index: root,
      fromOffsetNano: startOf(times, root),
      toOffsetNano: endOf(times, root),
      own: false,
    },
  ];
  for (let stretch = stack.pop(); stretch !== undefined; stretch = stack.pop()) {
    const { index, fromOffsetNano, toOffsetNano, own } = stretch;
    // Parts come latest first, so the earliest is taken from the stack first.
    if (own) {
      if (toOffsetNano > fromOffsetNano) path.push({ index, fromOffsetNano, toOffsetNano });
    } else {
      for (const part of partsOf(tree, times, stretch)) stack.push(part);
    }
  }
  return path;
}

/**
 * A span's time, from its end to its start, split into its own stretches and those of the children
 * it waited for.
 */
function partsOf(
  tree: SpanTree,
  times: SpanTimes,
  { index, fromOffsetNano, toOffsetNano }: Stretch,
): readonly Stretch[] {
  const children = (tree.children[index] ?? [])
    .map((child) => ({
      child,
      from: Math.max(startOf(times, child), fromOffsetNano),
      to: Math.min(endOf(times, child), toOffsetNano),
    }))
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => b.to - a.to || a.from - b.from);
  const parts: Stretch[] = [];
  let until = toOffsetNano;
  for (const { child, from, to } of children) {
    if (from >= until) continue;
    const childEnd = Math.min(to, until);
    if (childEnd < until)
      parts.push({ index, fromOffsetNano: childEnd, toOffsetNano: until, own: true });
    parts.push({ index: child, fromOffsetNano: from, toOffsetNano: childEnd, own: false });
    until = from;
  }
  parts.push({ index, fromOffsetNano, toOffsetNano: until, own: true });
  return parts;
}

/**
 * Starts and durations of a trace's spans, in nanoseconds after the trace's start. A duration may
 * be negative: clocks differ.
 */
interface SpanTimes {
  readonly startOffsetsNano: ArrayLike<number>;
  readonly durationsNano: ArrayLike<number>;
}

/**
 * How long each span was at work itself, in nanoseconds: its duration without the times at which
 * some child was running.
 */
export function selfTimes(tree: SpanTree, times: SpanTimes): Float64Array {
  return Float64Array.from(tree.parents, (_parent, index) => {
    const start = startOf(times, index);
    const end = endOf(times, index);
    let covered = 0;
    let until = start;
    // Children come by start time, so one look at each is enough to join their overlaps.
    for (const child of tree.children[index] ?? []) {
      const from = Math.max(startOf(times, child), until);
      const to = Math.min(endOf(times, child), end);
      if (to <= from) continue;
      covered += to - from;
      until = to;
    }
    return end - start - covered;
  });
}

function startOf(times: SpanTimes, index: number): number {
  return times.startOffsetsNano[index] ?? 0;
}

/** Never before the start. */
function endOf(times: SpanTimes, index: number): number {
  return startOf(times, index) + Math.max(times.durationsNano[index] ?? 0, 0);
}
