import { compareItems, itemOfRow } from './compare-folds.ts';
import { sameStepIn, type CompareRow, type CompareSide } from './compare-rows.ts';

/** A comparison as it stood at one time. */
export interface Compared {
  readonly a: CompareSide;
  readonly b: CompareSide;
  readonly rows: readonly CompareRow[];
}

/**
 * Where a row of a comparison stands since its traces have grown: by the span of A, or where it has
 * none, by that of B. -1 where it is gone.
 */
export function grownPlace(row: number, before: Compared, now: Compared): number {
  const old = before.rows[row];
  if (old === undefined) return -1;
  const [inA, inB] = [spanAt(before.a, old.a), spanAt(before.b, old.b)];
  if (inA !== undefined) return now.rows.findIndex((one) => spanAt(now.a, one.a) === inA);
  return inB === undefined ? -1 : now.rows.findIndex((one) => spanAt(now.b, one.b) === inB);
}

/** The runs that stood open, by the rows they begin with now. */
export function grownRuns(
  opened: ReadonlySet<number>,
  before: Compared,
  now: Compared,
): ReadonlySet<number> {
  if (opened.size === 0) return opened;
  const folded = compareItems(now.rows, sameStepIn(now.a, now.b, now.rows), new Set());
  const runs = [...opened].map((run) => {
    const row = grownPlace(run, before, now);
    return row < 0 ? -1 : (folded[itemOfRow(folded, row)]?.run ?? -1);
  });
  return new Set(runs.filter((run) => run >= 0));
}

function spanAt({ tree, columns }: CompareSide, node: number): string | undefined {
  return node < 0 ? undefined : columns.spanIds[tree.span[node] ?? -1];
}
