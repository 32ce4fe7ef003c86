import { exchangedPlace, type CompareRow } from './compare-rows.ts';
import type { AlignedRow } from './trace-align.ts';
import { GROUP_MIN } from '#web/trace/trace-tree.ts';

/** A line of a comparison: one row, or a collapsed run of equal ones. */
export interface CompareItem {
  /** The row, or the first one of its run. */
  readonly row: number;
  readonly count: number;
  /** The first row of the run of equal siblings that this is of; -1 outside of any. */
  readonly run: number;
}

/**
 * The rows of a comparison as listed. Ten or more equal siblings without children collapse, as in a
 * trace; but only those with the same differences and failures into one line, so that a step that
 * differs from its neighbors is never hidden. `sameStep` says whether two rows have the same kind
 * and name; `opened` holds the first rows of the expanded runs.
 */
export function compareItems(
  rows: readonly CompareRow[],
  sameStep: (row: number, other: number) => boolean,
  opened: ReadonlySet<number>,
): readonly CompareItem[] {
  const items: CompareItem[] = [];
  for (let from = 0; from < rows.length;) {
    const isLeafLike = (row: number): boolean =>
      isLeaf(rows, row) && rows[row]?.depth === rows[from]?.depth && sameStep(from, row);
    const end = isLeafLike(from) ? endWhere(from, rows.length, isLeafLike) : from + 1;
    if (end - from >= GROUP_MIN) pushRun(items, rows, from, end, opened.has(from));
    else for (let row = from; row < end; row++) items.push({ row, count: 1, run: -1 });
    from = end;
  }
  return items;
}

/** The line that a row is in. */
export function itemOfRow(items: readonly CompareItem[], row: number): number {
  return items.findLastIndex((item) => item.row <= row);
}

/**
 * The expanded runs after the sides were swapped: `before` are the rows before, `rows` those after.
 */
export function exchangedRuns(
  opened: ReadonlySet<number>,
  before: readonly AlignedRow[],
  rows: readonly CompareRow[],
  sameStep: (row: number, other: number) => boolean,
): ReadonlySet<number> {
  if (opened.size === 0) return opened;
  const folded = compareItems(rows, sameStep, new Set());
  const runs = [...opened].map((run) => {
    const row = before[run];
    return row === undefined
      ? -1
      : (folded[itemOfRow(folded, exchangedPlace(row, rows))]?.run ?? -1);
  });
  return new Set(runs.filter((run) => run >= 0));
}

function pushRun(
  items: CompareItem[],
  rows: readonly CompareRow[],
  run: number,
  end: number,
  opened: boolean,
): void {
  for (let from = run; from < end;) {
    const to = opened
      ? from + 1
      : endWhere(from, end, (row) => looksOf(rows[row]) === looksOf(rows[from]));
    if (to - from >= GROUP_MIN) items.push({ row: from, count: to - from, run });
    else for (let row = from; row < to; row++) items.push({ row, count: 1, run });
    from = to;
  }
}

/** A row's description. */
function looksOf(row: CompareRow | undefined): string {
  return `${row?.failed} ${String(row?.differences)}`;
}

/** The first row from `from` on, before `end`, that does not fit. */
function endWhere(from: number, end: number, fits: (row: number) => boolean): number {
  let to = from + 1;
  while (to < end && fits(to)) to += 1;
  return to;
}

/** Rows are in depth-first order: a row's subtree follows it directly. */
function isLeaf(rows: readonly CompareRow[], row: number): boolean {
  return (rows[row + 1]?.depth ?? 0) <= (rows[row]?.depth ?? 0);
}
