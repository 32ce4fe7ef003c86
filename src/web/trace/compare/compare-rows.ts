import { alignTraces, keyOf, type AlignSide, type AlignedRow } from './trace-align.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { nameOf } from '#web/trace/trace-skeleton.ts';
import { isFailed } from '#web/trace/trace-steps.ts';
import type { TraceTimes } from '#web/trace/trace-time.ts';
import { NODE_SPAN } from '#web/trace/trace-tree.ts';

/** A trace to compare. */
export interface CompareSide extends AlignSide {
  readonly times: TraceTimes;
}

/** The texts of a step that are compared once they were read. */
const TEXTS = ['input', 'output', 'message'] as const;
type TextDifference = (typeof TEXTS)[number];

/** A span's input, output and error text; empty if missing. */
export type StepTexts = Readonly<Record<TextDifference, string>>;

/** The differences between the two sides of a row. */
export type Difference =
  | 'added'
  | 'removed'
  | 'name'
  | 'status'
  | 'model'
  | 'tokens'
  | 'time'
  | 'open'
  | TextDifference;

/** On which sides a step failed. */
export type Failed = 'A' | 'B' | 'both' | null;

export interface CompareRow extends AlignedRow {
  readonly differences: readonly Difference[];
  /**
   * Known of every step, also of one that the other side has not, or that failed there as well:
   * neither is a difference.
   */
  readonly failed: Failed;
  /**
   * The second's figures less the first's, of the whole subtree; a side that is missing counts as
   * nothing, and so does a time without an end.
   */
  readonly deltaMs: number;
  readonly deltaTokens: number;
  readonly deltaCostUsd: number;
}

/**
 * A time differs when its own work does by this share of the longer, and by this share of the
 * longer trace.
 */
const TIME_SHARE_MIN = 0.25;
const TRACE_SHARE_MIN = 0.01;

/** Two traces row by row, with what differs. */
export function compareRows(a: CompareSide, b: CompareSide): readonly CompareRow[] {
  const leastMs = Math.max(a.columns.extentMs, b.columns.extentMs) * TRACE_SHARE_MIN;
  return alignTraces(a, b).map((row) => ({
    ...row,
    differences: differencesOf(a, b, row, leastMs),
    failed: failedOf(isFailedIn(a, row.a), isFailedIn(b, row.b)),
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
export function pairedRows(
  a: CompareSide,
  b: CompareSide,
  rows: readonly AlignedRow[],
): readonly number[] {
  return [...rows.keys()].filter((at) => {
    const row = rows[at];
    return (
      row !== undefined && a.tree.type[row.a] === NODE_SPAN && b.tree.type[row.b] === NODE_SPAN
    );
  });
}

/**
 * The rows with what their texts differ in; `nodeOf` says by which of its nodes a row is found
 * among the texts.
 */
export function withTextDifferences(
  rows: readonly CompareRow[],
  texts: ReadonlyMap<number, readonly Difference[]>,
  nodeOf: (row: CompareRow) => number,
): readonly CompareRow[] {
  return rows.map((row) => {
    const more = texts.get(nodeOf(row));
    return more === undefined ? row : { ...row, differences: [...row.differences, ...more] };
  });
}

/** A row's position in the same comparison with the sides swapped. */
export function exchangedPlace({ a, b }: AlignedRow, exchanged: readonly AlignedRow[]): number {
  return exchanged.findIndex((row) => row.a === b && row.b === a);
}

/** Whether two rows are the same step: of one kind and name. */
export function sameStepIn(
  a: CompareSide,
  b: CompareSide,
  rows: readonly AlignedRow[],
): (row: number, other: number) => boolean {
  const key = (at: number): string => {
    const row = rows[at];
    return row === undefined ? '' : row.a >= 0 ? keyOf(a, row.a) : keyOf(b, row.b);
  };
  return (row, other) => key(row) === key(other);
}

/** Whether a span has not ended, or its end was never sent: its duration can't be compared. */
export function hasNoEnd({ times }: CompareSide, node: number): boolean {
  return times.open[node] === 1;
}

/** How long a node lasted; 0 for none. */
export function lastedMs({ times }: CompareSide, node: number): number {
  return node < 0 ? 0 : (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
}

/** A step's name: both names if the sides differ. */
export function stepName(a: CompareSide, b: CompareSide, row: AlignedRow): string {
  const [first, second] = [nameIn(a, row.a), nameIn(b, row.b)];
  return first === null || second === null || first === second
    ? (first ?? second ?? '')
    : `${first} → ${second}`;
}

function nameIn({ tree, columns }: CompareSide, node: number): string | null {
  if (node < 0) return null;
  return tree.type[node] === NODE_SPAN
    ? shownName(nameOf(columns, tree.span[node] ?? -1))
    : 'parent not received';
}

function isFailedIn({ tree, columns }: CompareSide, node: number): boolean {
  return node >= 0 && isFailed(tree, columns, node);
}

function failedOf(inA: boolean, inB: boolean): Failed {
  return inA && inB ? 'both' : inA ? 'A' : inB ? 'B' : null;
}

/**
 * Where a step failed, in a word or two; empty where it did not. Of a step that one side alone has,
 * that side is known.
 */
export function failureWords({ a, b, failed }: Pick<CompareRow, 'a' | 'b' | 'failed'>): string {
  if (failed === null) return '';
  return a < 0 || b < 0 ? 'failed' : `failed in ${failed}`;
}

function differencesOf(
  a: CompareSide,
  b: CompareSide,
  row: AlignedRow,
  leastMs: number,
): readonly Difference[] {
  if (row.a < 0) return ['added'];
  if (row.b < 0) return ['removed'];
  if (a.tree.type[row.a] !== NODE_SPAN || b.tree.type[row.b] !== NODE_SPAN) return [];
  const [rowA, rowB] = [a.tree.span[row.a] ?? -1, b.tree.span[row.b] ?? -1];
  const [selfA, selfB] = [a.times.selfMs[row.a] ?? 0, b.times.selfMs[row.b] ?? 0];
  const off = Math.abs(selfA - selfB);
  const [openA, openB] = [hasNoEnd(a, row.a), hasNoEnd(b, row.b)];
  const found: (Difference | false)[] = [
    nameOf(a.columns, rowA) !== nameOf(b.columns, rowB) && 'name',
    isFailedIn(a, row.a) !== isFailedIn(b, row.b) && 'status',
    (a.columns.models[rowA] ?? null) !== (b.columns.models[rowB] ?? null) && 'model',
    (a.columns.tokensTotal[rowA] ?? 0) !== (b.columns.tokensTotal[rowB] ?? 0) && 'tokens',
    openA !== openB && 'open',
    !openA && !openB && off >= leastMs && off > TIME_SHARE_MIN * Math.max(selfA, selfB) && 'time',
  ];
  return found.filter((one) => one !== false);
}
