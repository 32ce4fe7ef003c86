import { useCallback, useEffect, useRef } from 'react';

/**
 * The minimum interval between two reads. Large traces take long to read; the pause is this
 * multiple of the last read's duration.
 */
const REST_MS = 700;
const REST_TIMES = 5;

/**
 * Keeps what is on screen up with what arrives: call what it gives back whenever something was
 * stored. `look` asks whether that concerns the page, and reads it again if so; one look at a time,
 * and one more where something was stored meanwhile. A look that fails is forgotten: the next one
 * may not. Where it is about something else, by its name `of`, nothing is left of the rest.
 */
export function useGrowth(look: () => Promise<void>, of = ''): () => void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  const current = useRef(atRest());
  useEffect(() => {
    const looking = atRest();
    current.current = looking;
    return () => clearTimeout(looking.timer);
  }, [of]);
  return useCallback(() => {
    const looking = current.current;
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
  }, []);
}

function atRest() {
  return { busy: false, again: false, timer: 0 };
}
