import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ComparedExample } from '#contracts/experiments/experiment-comparison.ts';
import { readComparedRows } from '../api/comparison.ts';
import type { RowsWish } from '../api/comparison.ts';
import { OffsetPages } from './offset-pages.ts';
import type { OffsetRows } from './offset-pages.ts';

/** Rows with four outputs and their scores are some 3 KB each. */
const PAGE_ROWS = 50;

export interface ComparisonRows {
  readonly pages: OffsetPages<ComparedExample>;
  /** The current parameters, also before any data has loaded. */
  readonly view: OffsetRows<ComparedExample>;
  /** The rows to draw: the previous ones until the first of the new ones have loaded. */
  readonly shown: OffsetRows<ComparedExample>;
  readonly isStale: boolean;
}

/** The rows that an address lists, page by page; other pages when it lists others. */
export function useComparisonRows(wish: RowsWish): ComparisonRows {
  const key = JSON.stringify(wish);
  const pages = useMemo(
    () => new OffsetPages<ComparedExample>((offset, limit, signal) => readComparedRows(wish, offset, limit, signal), PAGE_ROWS),
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is the text of the wish
    [key],
  );
  const view = useSyncExternalStore(pages.subscribe, pages.view);
  const [kept, setKept] = useState(view);
  if (view.count !== null && kept !== view) setKept(view);
  // Rows of other experiments have other columns.
  const columns = wish.experiments.join(' ');
  const drawn = useRef(columns);
  useEffect(() => {
    if (view.count !== null) drawn.current = columns;
  }, [view, columns]);
  useEffect(() => {
    pages.show(0, 1);
    return () => pages.stop();
  }, [pages]);
  const isStale = view.count === null && kept.count !== null && view.error === null && drawn.current === columns;
  return { pages, view, shown: isStale ? kept : view, isStale };
}
