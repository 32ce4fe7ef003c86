import type { CompareItem } from './compare-folds.ts';
import type { CompareRow } from './compare-rows.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { stepWhere } from '#web/trace/trace-steps.ts';

/** The steps as rows, and as lines of a list in which runs of equal ones are expanded or collapsed. */
export interface Steps {
  readonly rows: readonly CompareRow[];
  readonly items: readonly CompareItem[];
  /** The first rows of the expanded runs. */
  readonly opened: ReadonlySet<number>;
  readonly setOpened: (opened: ReadonlySet<number>) => void;
}

interface StepActions {
  /** Chooses a row. */
  readonly go: (row: number) => void;
  /** A run was folded: its first row is what is left to choose. */
  readonly onFold: (run: number) => void;
  readonly swap: () => void;
}

const PAGE_ROWS = 20;

/** The keys that walk the steps, from the chosen line. */
export function useStepKeys({ rows, items, opened, setOpened }: Steps, at: number, { go, onFold, swap }: StepActions) {
  const goTo = (to: number): void => {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    if (item !== undefined && item !== items[at]) go(item.row);
  };
  const goWhere = (by: 1 | -1, fits: (row: CompareRow) => boolean): void => {
    const fitsAt = (to: number): boolean => {
      const row = rows[items[to]?.row ?? -1];
      return row !== undefined && fits(row);
    };
    const to = stepWhere(items.length, at, by, fitsAt);
    if (to >= 0) goTo(to);
  };
  const goDifferent = (by: 1 | -1): void => goWhere(by, (row) => row.differences.length > 0);
  const open = (run: number, whether: boolean): void => {
    if (run < 0 || opened.has(run) === whether) return;
    setOpened(new Set(whether ? [...opened, run] : [...opened].filter((one) => one !== run)));
    if (!whether) onFold(run);
  };
  useKeys({
    ArrowDown: { what: 'Move', run: () => goTo(at + 1) },
    ArrowUp: { what: 'Move', run: () => goTo(at - 1) },
    PageDown: () => goTo(at + PAGE_ROWS),
    PageUp: () => goTo(at - PAGE_ROWS),
    Home: () => goTo(0),
    End: () => goTo(items.length - 1),
    ArrowRight: { what: 'Open equal steps', run: () => open(items[at]?.run ?? -1, true) },
    ArrowLeft: { what: 'Fold equal steps', run: () => open(items[at]?.run ?? -1, false) },
    n: { what: 'Next difference', run: () => goDifferent(1) },
    N: { what: 'Previous difference', run: () => goDifferent(-1) },
    e: { what: 'Next failed step', run: () => goWhere(1, (row) => row.failed !== null) },
    E: { what: 'Previous failed step', run: () => goWhere(-1, (row) => row.failed !== null) },
    x: { what: 'Exchange the sides', run: swap },
  });
  return { open, goDifferent };
}
