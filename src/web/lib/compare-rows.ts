import { alignTraces, keyOf } from './trace-align.ts';
import type { AlignSide, AlignedRow } from './trace-align.ts';
import type { TraceTimes } from './trace-time.ts';
import { NODE_SPAN } from './trace-tree.ts';

/** A trace to compare. */
export interface CompareSide extends AlignSide {
  readonly times: TraceTimes;
}

/** The texts of a step that are compared once they were read. */
const TEXTS = ['input', 'output', 'message'] as const;
type TextDifference = (typeof TEXTS)[number];

/** What a span was given, what it answered, and what it said of its error; empty where it says nothing. */
export type StepTexts = Readonly<Record<TextDifference, string>>;

/** What differs between the two sides of a row. */
export type Difference = 'added' | 'removed' | 'status' | 'model' | 'tokens' | 'time' | 'open' | TextDifference;

export interface CompareRow extends AlignedRow {
  readonly differences: readonly Difference[];
  /** The second's figures less the first's, of the whole subtree; a side that is missing counts as nothing, and so does a time without an end. */
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
    deltaMs: hasNoEnd(a, row.a) || hasNoEnd(b, row.b) ? 0 : lastedMs(b, row.b) - lastedMs(a, row.a),
    deltaTokens: (b.tree.tokens[row.b] ?? 0) - (a.tree.tokens[row.a] ?? 0),
    deltaCostUsd: (b.tree.costUsd[row.b] ?? 0) - (a.tree.costUsd[row.a] ?? 0),
  }));
}

/** Which texts of a step differ. */
export function textDifferences(a: StepTexts, b: StepTexts): readonly Difference[] {
  return TEXTS.filter((one) => a[one] !== b[one]);
}

/** The rows that have a span on both sides: those whose texts can be compared. */
export function pairedRows(a: CompareSide, b: CompareSide, rows: readonly AlignedRow[]): readonly number[] {
  return [...rows.keys()].filter((at) => {
    const row = rows[at];
    return row !== undefined && a.tree.type[row.a] === NODE_SPAN && b.tree.type[row.b] === NODE_SPAN;
  });
}

/** The rows with what their texts differ in, by place. */
export function withTextDifferences(rows: readonly CompareRow[], texts: ReadonlyMap<number, readonly Difference[]>): readonly CompareRow[] {
  return rows.map((row, at) => {
    const more = texts.get(at);
    return more === undefined ? row : { ...row, differences: [...row.differences, ...more] };
  });
}

/** Whether two rows are the same step: of one kind and name. */
export function sameStepIn(a: CompareSide, b: CompareSide, rows: readonly AlignedRow[]): (row: number, other: number) => boolean {
  const key = (at: number): string => {
    const row = rows[at];
    return row === undefined ? '' : row.a >= 0 ? keyOf(a, row.a) : keyOf(b, row.b);
  };
  return (row, other) => key(row) === key(other);
}

/** Whether a span has not ended, or nobody was told: its time is no time to compare. */
export function hasNoEnd({ times }: CompareSide, node: number): boolean {
  return times.open[node] === 1;
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
  const [openA, openB] = [hasNoEnd(a, row.a), hasNoEnd(b, row.b)];
  const found: (Difference | false)[] = [
    (a.columns.statuses[rowA] === 2) !== (b.columns.statuses[rowB] === 2) && 'status',
    (a.columns.models[rowA] ?? null) !== (b.columns.models[rowB] ?? null) && 'model',
    (a.columns.tokensTotal[rowA] ?? 0) !== (b.columns.tokensTotal[rowB] ?? 0) && 'tokens',
    openA !== openB && 'open',
    !openA && !openB && off >= leastMs && off > TIME_SHARE_MIN * Math.max(selfA, selfB) && 'time',
  ];
  return found.filter((one) => one !== false);
}
