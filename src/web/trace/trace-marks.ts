import { formatDuration } from '#web/platform/time/format-time.ts';
import type { TraceColumns } from './trace-columns.ts';
import type { TraceTimes } from './trace-time.ts';
import { NODE_GROUP, NODE_SPAN } from './trace-tree.ts';
import type { TraceTree } from './trace-tree.ts';

/** Anomalies in a span's times. */
export interface TimeMark {
  readonly kind: 'open' | 'skew' | 'late' | 'loop';
  readonly word: string;
  readonly text: string;
}

/** Clocks and roundings may differ by so much without a word. */
const TOLERANCE_MS = 1;

/** Parents that lead back to the span itself; no end received; a start before the parent's, or an end before its own start (clocks differ); a start after the parent's end. */
export function timeMarkOf(tree: TraceTree, columns: TraceColumns, times: TraceTimes, node: number): TimeMark | null {
  if (tree.type[node] !== NODE_SPAN) return null;
  if (times.open[node] === 1)
    return { kind: 'open', word: 'open', text: 'No end time received: the span may still be running. Drawn up to the last known time' };
  const row = tree.span[node] ?? -1;
  if (tree.parent[node] === -1 && (columns.parents[row] ?? -1) >= 0)
    return { kind: 'loop', word: 'loop', text: 'The span is its own ancestor: the loop is cut here' };
  const duration = columns.durationsMs[row] ?? 0;
  if (duration < 0)
    return { kind: 'skew', word: 'clock', text: `Ends ${formatDuration(-duration)} before it starts: the sender's clock was set` };
  const parent = spanAbove(tree, node);
  if (parent < 0 || times.open[parent] === 1) return null;
  const start = times.startMs[node] ?? 0;
  const early = (times.startMs[parent] ?? 0) - start;
  if (early > TOLERANCE_MS)
    return { kind: 'skew', word: 'clock', text: `Starts ${formatDuration(early)} before its parent: their clocks differ` };
  const late = start - (times.endMs[parent] ?? 0);
  if (late > TOLERANCE_MS) return { kind: 'late', word: 'late', text: `Starts ${formatDuration(late)} after its parent ended` };
  return null;
}

/** The span a node belongs to; groups are passed over. -1 under no span. */
function spanAbove(tree: TraceTree, node: number): number {
  let up = tree.parent[node] ?? -1;
  while (up >= 0 && tree.type[up] === NODE_GROUP) up = tree.parent[up] ?? -1;
  return up >= 0 && tree.type[up] === NODE_SPAN ? up : -1;
}
