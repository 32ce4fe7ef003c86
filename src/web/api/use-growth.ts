import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { LiveState } from './live.ts';

/** Between two looks at least so long. What is large takes long to read, and gets this many times as long to rest. */
const REST_MS = 700;
const REST_TIMES = 5;

/**
 * Keeps what is on screen up with what arrives: call what it gives back whenever something was stored. `look` asks whether that concerns the
 * page, and reads it again if so; one look at a time, and one more where something was stored meanwhile. A look that fails is forgotten: the
 * next one may not.
 */
export function useGrowth(look: () => Promise<void>): () => void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  const looking = useMemo(() => ({ busy: false, again: false, timer: 0 }), []);
  useEffect(() => () => clearTimeout(looking.timer), [looking]);
  return useCallback(() => {
    const start = async (): Promise<void> => {
      if (looking.busy) {
        looking.again = true;
        return;
      }
      Object.assign(looking, { busy: true, again: false });
      const began = performance.now();
      await latest.current().catch(() => undefined);
      const rest = Math.max(REST_MS, (performance.now() - began) * REST_TIMES);
      looking.timer = window.setTimeout(() => {
        looking.busy = false;
        if (looking.again) void start();
      }, rest);
    };
    void start();
  }, [looking]);
}

/** Looks when the stream that tells of what is stored is open: nobody told what came between the first read and then. */
export function useLookAtOpen(state: LiveState, grow: () => void): void {
  useEffect(() => {
    if (state === 'open') grow();
  }, [state, grow]);
}
