import { useCallback, useEffect, useState } from 'react';

/**
 * When the annotation card is first needed: null until the pointer or the focus reaches an
 * annotation chip (most pages have none), then the number of presses of its key.
 */
export function useAnnotationCard(): readonly [asked: number | null, ask: () => void] {
  const [asked, setAsked] = useState<number | null>(null);
  const isNeeded = asked !== null;
  useEffect(() => {
    if (isNeeded) return undefined;
    const come = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[data-annotation-name]') !== null)
        setAsked(0);
    };
    const end = new AbortController();
    addEventListener('pointerover', come, { signal: end.signal });
    addEventListener('focusin', come, { signal: end.signal });
    return () => end.abort();
  }, [isNeeded]);
  return [asked, useCallback(() => setAsked((before) => (before ?? 0) + 1), [])];
}
