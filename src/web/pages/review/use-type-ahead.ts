import { useCallback, useEffect, useRef } from 'react';

/** More keys than a hand presses before the next thing is on screen: one that is dropped would give the answers after it to the wrong things. */
const KEPT_MAX = 1000;
/** What is not on screen by then failed, and says so; the keys work on. */
const WAIT_MS_MAX = 10_000;

/**
 * Keys pressed while the next item is on its way are kept, and pressed again once it is there: a quick hand would else judge the item that it
 * has just left. `hold` begins that, `release` ends it.
 */
export function useTypeAhead(): { readonly hold: () => void; readonly release: () => void } {
  const kept = useRef<KeyboardEvent[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keptNow = useCallback(() => kept.current, []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    const keys = kept.current ?? [];
    kept.current = null;
    for (const [at, { key, code, ctrlKey, metaKey, shiftKey }] of keys.entries()) {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
      );
      // One of them went on: those after it are for the item after this one.
      const later = keptNow();
      if (later !== null) return void later.push(...keys.slice(at + 1));
    }
  }, [keptNow]);
  const hold = useCallback(() => {
    kept.current ??= [];
    clearTimeout(timer.current);
    timer.current = setTimeout(release, WAIT_MS_MAX);
  }, [release]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (kept.current === null || !event.isTrusted || /^(?:Control|Meta|Shift|Alt|Tab|Escape)$/.test(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (kept.current.length < KEPT_MAX) kept.current.push(event);
    };
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      clearTimeout(timer.current);
    };
  }, []);
  return { hold, release };
}
