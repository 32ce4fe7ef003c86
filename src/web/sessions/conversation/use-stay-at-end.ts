import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A reader at the end of what scrolls stays there while it grows: turns become taller once their texts are read. */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, heightPx: number): void {
  const isAtEnd = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const look = (): void => {
      if (element !== null) isAtEnd.current = element.scrollTop > 0 && element.scrollHeight - element.clientHeight - element.scrollTop < 2;
    };
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isAtEnd.current) element?.scrollTo({ top: element.scrollHeight });
  }, [scroller, heightPx]);
}
