import { useLayoutEffect, type RefObject } from 'react';

/**
 * Notices appear above this element, or at its left, while it is shown, so that they don't cover
 * it.
 */
export function useNoticesBeside(
  element: RefObject<HTMLElement | null>,
  side: 'above' | 'left',
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const root = document.documentElement;
    const name = side === 'above' ? '--notices-bottom' : '--notices-right';
    const resized = new ResizeObserver(() => {
      const box = current.getBoundingClientRect();
      const px = side === 'above' ? root.clientHeight - box.top : root.clientWidth - box.left;
      root.style.setProperty(name, `${Math.round(px) + 8}px`);
    });
    resized.observe(current);
    return () => {
      resized.disconnect();
      root.style.removeProperty(name);
    };
  }, [element, side]);
}
