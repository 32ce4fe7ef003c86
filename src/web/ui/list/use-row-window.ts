import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { boxPx, followScroll, placeOf } from './tall-list.ts';

/** The window moves in steps, so that most scroll events change nothing. */
const STEP = 4;

interface RowList {
  readonly count: number;
  /** CSS pixels. */
  readonly rowHeight: number;
  readonly firstOffset: number;
  /** Rows drawn beyond each edge of what is seen. */
  readonly beyond: number;
}

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** CSS pixels of the scroller's inside; infinite until it is known. */
  readonly width: number;
  /**
   * As many rows as are ever drawn at once: a row's place in the document is its index modulo this.
   */
  readonly slots: number;
  /**
   * CSS pixels: the height of the box that holds the rows, and the list's scroll offset. Always 0
   * for lists that fit.
   */
  readonly boxHeight: number;
  readonly offset: number;
}

export interface RowScroll {
  /** To be called with the scroller on every scroll. */
  readonly follow: (element: HTMLElement) => void;
  /** Brings a pixel of the list to the top of the scroller. */
  readonly scrollTo: (element: HTMLElement, top: number) => void;
}

/**
 * Which rows of equal height are drawn. Call `follow` with the scroller on every scroll. Give each
 * row its index modulo `slots` as key: elements then stay where they are and show another row,
 * because making new ones in every frame costs more than a frame has. A list that may be taller
 * than a box can be draws its rows `offset` higher.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, firstOffset, beyond }: RowList,
): RowWindow & RowScroll {
  // At first what the window may show and no more: the rows beyond it come once there is something
  // to look at.
  const [view, setView] = useState<View>(() => ({
    top: step(firstOffset / rowHeight),
    rows: Math.ceil(innerHeight / rowHeight),
    beyond: 0,
    width: Infinity,
    offset: 0,
  }));
  const place = useRef({ scrollTop: 0, offset: 0 });
  const total = useRef(count * rowHeight);
  useLayoutEffect(() => {
    total.current = count * rowHeight;
  }, [count, rowHeight]);
  const show = useCallback(
    (element: HTMLElement) => {
      const { scrollTop, offset } = place.current;
      const top = step((scrollTop + offset) / rowHeight);
      const rows = Math.ceil(element.clientHeight / rowHeight);
      const width = element.clientWidth;
      setView((before) =>
        before.top === top &&
        before.rows === rows &&
        before.width === width &&
        before.offset === offset
          ? before
          : { top, rows, beyond, width, offset },
      );
    },
    [rowHeight, beyond],
  );
  const follow = useCallback(
    (element: HTMLElement) => {
      const { scrollTop } = element;
      place.current = followScroll(place.current, scrollTop, total.current, element.clientHeight);
      if (place.current.scrollTop !== scrollTop) element.scrollTop = place.current.scrollTop;
      show(element);
    },
    [show],
  );
  const scrollTo = useCallback(
    (element: HTMLElement, top: number) => {
      place.current = placeOf(top, total.current, element.clientHeight);
      element.scrollTop = place.current.scrollTop;
      show(element);
    },
    [show],
  );
  useResized(scroller, follow);
  const slots = view.rows + 2 * view.beyond + STEP;
  // A list that became shorter is looked at from its end.
  const top = Math.min(view.top, Math.max(0, count - view.rows));
  return {
    first: Math.max(0, top - view.beyond),
    end: Math.min(count, top - view.beyond + slots),
    slots,
    width: view.width,
    boxHeight: boxPx(count * rowHeight),
    offset: view.offset,
    follow,
    scrollTo,
  };
}

function useResized(
  scroller: RefObject<HTMLElement | null>,
  onSize: (element: HTMLElement) => void,
): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // The observer reports the size once at its start, when the layout is computed anyway.
    const observer = new ResizeObserver(() => onSize(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSize, scroller]);
}

interface View {
  readonly top: number;
  readonly rows: number;
  readonly beyond: number;
  readonly width: number;
  readonly offset: number;
}

function step(row: number): number {
  return Math.floor(row / STEP) * STEP;
}
