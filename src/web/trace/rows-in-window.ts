import type { TimeWindow } from './time-window.ts';

interface Spanned {
  readonly startMs: Float64Array;
  readonly endMs: Float64Array;
}

/**
 * The row to scroll to for a part of the trace: -1 if one from `from` to `to` (exclusive) overlaps
 * it already, or none does. A span that lasts over the whole part is above everything in it, and
 * doesn't count.
 */
export function rowToShow(
  { startMs, endMs }: Spanned,
  nodes: Int32Array,
  window: TimeWindow,
  from: number,
  to: number,
): number {
  const isInside = (index: number): boolean => {
    const node = nodes[index] ?? -1;
    const [start, end] = [startMs[node] ?? Infinity, endMs[node] ?? -Infinity];
    return (
      start <= window.endMs &&
      end >= window.startMs &&
      (start > window.startMs || end < window.endMs)
    );
  };
  for (let index = from; index < to; index++) if (isInside(index)) return -1;
  for (let index = 0; index < nodes.length; index++) if (isInside(index)) return index;
  return -1;
}
