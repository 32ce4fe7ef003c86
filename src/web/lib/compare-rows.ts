import { alignTraces } from './trace-align.ts';
import type { AlignSide, AlignedRow } from './trace-align.ts';
import type { TraceTimes } from './trace-time.ts';
import { NODE_SPAN } from './trace-tree.ts';

/** A trace to compare. */
export interface CompareSide extends AlignSide {
  readonly times: TraceTimes;
}

/** What differs between the two sides of a row, without a look at what the spans contain. */
export type Difference = 'added' | 'removed' | 'status' | 'model' | 'tokens' | 'time';

export interface CompareRow extends AlignedRow {
  readonly differences: readonly Difference[];
  /** The second's figures less the first's, of the whole subtree; a side that is missing counts as nothing. */
  readonly deltaMs: number;
  readonly deltaTokens: number;
  readonly deltaCostUsd: number;
}

/** A time differs when its own work does by this share of the longer, and by this share of the longer trace. */
const TIME_SHARE_MIN = 0.25;
const TRACE_SHARE_MIN = 0.01;

/** Two traces row by row, with what differs. */
export function compareRows(a: CompareSide, b: CompareSide): readonly CompareRow[] {
  const leastMs = Math.max(a.columns.extentMs, b.columns.extentMs) * TRACE_SHARE_MIN;
  return alignTraces(a, b).map((row) => ({
    ...row,
    differences: differencesOf(a, b, row, leastMs),
    deltaMs: lastedMs(b, row.b) - lastedMs(a, row.a),
    deltaTokens: (b.tree.tokens[row.b] ?? 0) - (a.tree.tokens[row.a] ?? 0),
    deltaCostUsd: (b.tree.costUsd[row.b] ?? 0) - (a.tree.costUsd[row.a] ?? 0),
  }));
}

/** How long a node lasted; 0 for none. */
export function lastedMs({ times }: CompareSide, node: number): number {
  return node < 0 ? 0 : (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
}

function differencesOf(a: CompareSide, b: CompareSide, row: AlignedRow, leastMs: number): readonly Difference[] {
  if (row.a < 0) return ['added'];
  if (row.b < 0) return ['removed'];
  if (a.tree.type[row.a] !== NODE_SPAN || b.tree.type[row.b] !== NODE_SPAN) return [];
  const [rowA, rowB] = [a.tree.span[row.a] ?? -1, b.tree.span[row.b] ?? -1];
  const [selfA, selfB] = [a.times.selfMs[row.a] ?? 0, b.times.selfMs[row.b] ?? 0];
  const off = Math.abs(selfA - selfB);
  const found: (Difference | false)[] = [
    (a.columns.statuses[rowA] === 2) !== (b.columns.statuses[rowB] === 2) && 'status',
    (a.columns.models[rowA] ?? null) !== (b.columns.models[rowB] ?? null) && 'model',
    (a.columns.tokensTotal[rowA] ?? 0) !== (b.columns.tokensTotal[rowB] ?? 0) && 'tokens',
    off >= leastMs && off > TIME_SHARE_MIN * Math.max(selfA, selfB) && 'time',
  ];
  return found.filter((one) => one !== false);
}
