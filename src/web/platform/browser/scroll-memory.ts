import { useLayoutEffect, type RefObject } from 'react';

const KEPT_MAX = 50;
/** How far each list was scrolled when it was left, by its name. */
const offsets = new Map<string, number>();

/** Pixels that a list was scrolled down when it was seen last; 0 for one that was not. */
export function scrollOffsetOf(list: string): number {
  return offsets.get(list) ?? 0;
}

/**
 * Remembers how far a list is scrolled, and brings it back there: on Back to it, and when its
 * scroller shows another list and then this again.
 */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, list: string): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    element.scrollTo({ top: scrollOffsetOf(list) });
    const remember = (): void => {
      offsets.delete(list);
      offsets.set(list, element.scrollTop);
      const oldest = offsets.size > KEPT_MAX ? offsets.keys().next().value : undefined;
      if (oldest !== undefined) offsets.delete(oldest);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, list]);
}
