import type { SpanTree } from './span-tree.ts';

/** Starts and durations of a trace's spans, in nanoseconds after the trace's start. A duration may be negative: clocks differ. */
export interface SpanTimes {
  readonly startOffsetsNano: readonly number[];
  readonly durationsNano: readonly number[];
}

/** How long each span was at work itself, in nanoseconds: its duration without the times at which some child was running. */
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

export function startOf(times: SpanTimes, index: number): number {
  return times.startOffsetsNano[index] ?? 0;
}

/** Never before the start. */
export function endOf(times: SpanTimes, index: number): number {
  return startOf(times, index) + Math.max(times.durationsNano[index] ?? 0, 0);
}
