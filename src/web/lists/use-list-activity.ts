import { useEffect, type RefObject } from 'react';

/**
 * Reports the scroll position of a scroller, and user activity in it: the pointer moved over it, or
 * a row got the keyboard focus.
 */
export function useListActivity(
  scroller: RefObject<HTMLElement | null>,
  onScrolled: (px: number) => void,
  onTouched: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('scroll', () => onScrolled(element.scrollTop), {
      passive: true,
      signal,
    });
    element.addEventListener('focusin', onTouched, { signal });
    const onMove = ({ movementX, movementY }: MouseEvent): void => {
      // Where rows move under a hand at rest, it did not move.
      if (movementX !== 0 || movementY !== 0) onTouched();
    };
    element.addEventListener('mousemove', onMove, { passive: true, signal });
    return () => listening.abort();
  }, [scroller, onScrolled, onTouched]);
}
