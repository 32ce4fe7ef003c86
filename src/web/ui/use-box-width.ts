import { useCallback, useState } from 'react';

/**
 * The width of an element in CSS pixels, followed while it changes; null until it is in the
 * document. Give `ref` to the element.
 */
export function useBoxWidth(): {
  readonly ref: (element: HTMLElement | null) => (() => void) | undefined;
  readonly width: number | null;
} {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
