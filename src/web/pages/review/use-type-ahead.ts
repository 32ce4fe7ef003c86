import { useCallback, useEffect, useRef } from 'react';
import { pressAgain } from '../../lib/press-again.ts';

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
  const isHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    isHeld.current = false;
    const pressNext = (): void => {
      // One of them went on: those after it are for the item after this one.
      if (isHeld.current) return;
      const next = kept.current?.shift();
      if (next === undefined) {
        kept.current = null;
        return;
      }
      pressAgain(next);
      // What a key did is on screen before the next one: a field that it opened takes the text.
      setTimeout(pressNext);
    };
    pressNext();
  }, []);
  const hold = useCallback(() => {
    kept.current ??= [];
    isHeld.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(release, WAIT_MS_MAX);
  }, [release]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (kept.current === null || !event.isTrusted || /^(?:Control|Meta|Shift|Alt|Tab)$/.test(event.key)) return;
      // It leaves the field that a kept key will open; with none kept it is the way out.
      if (event.key === 'Escape' && kept.current.length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (kept.current.length < KEPT_MAX) kept.current.push(event);
    };
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      clearTimeout(timer.current);
      kept.current = null;
    };
  }, []);
  return { hold, release };
}
