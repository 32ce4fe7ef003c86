import { useCallback, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Rows drawn beyond each edge of what is seen: a fast wheel turns some ten rows a frame. */
const BEYOND = 12;
/** The window moves in steps, so that most scroll events change nothing. */
const STEP = 4;

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** As many rows as are ever drawn at once: a row's place in the document is its index modulo this. */
  readonly slots: number;
}

/** Which rows of equal height are drawn. Call `follow` with the scroller on every scroll. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  firstOffset: number,
): RowWindow & { readonly follow: (element: HTMLElement) => void } {
  const [view, setView] = useState({ top: step(firstOffset / rowHeight), rows: 40 });
  const follow = useCallback(
    (element: HTMLElement) => {
      const top = step(element.scrollTop / rowHeight);
      const rows = Math.ceil(element.clientHeight / rowHeight);
      setView((before) => (before.top === top && before.rows === rows ? before : { top, rows }));
    },
    [rowHeight],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    follow(element);
    const observer = new ResizeObserver(() => follow(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [follow, scroller]);
  const slots = view.rows + 2 * BEYOND + STEP;
  // A list that became shorter is looked at from its end.
  const top = Math.min(view.top, Math.max(0, count - view.rows));
  return { first: Math.max(0, top - BEYOND), end: Math.min(count, top - BEYOND + slots), slots, follow };
}

function step(row: number): number {
  return Math.floor(row / STEP) * STEP;
}
