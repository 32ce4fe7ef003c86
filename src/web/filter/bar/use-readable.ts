import { useEffect, useMemo, useRef } from 'react';
import { loadFilterLanguage } from '#web/filter/language/language.ts';

export interface Readable {
  /**
   * Does something after a pause, once the filter language is here; whatever waited before it is
   * called off.
   */
  readonly after: (pauseMs: number, run: () => void) => void;
  readonly callOff: () => void;
}

/** The one thing that waits to be done with what was typed last. */
export function useReadable(): Readable {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useRef(0);
  const readable = useMemo((): Readable => {
    const callOff = (): void => {
      turn.current += 1;
      clearTimeout(timer.current);
    };
    const runIn = async (mine: number, run: () => void): Promise<void> => {
      await loadFilterLanguage();
      if (turn.current === mine) run();
    };
    return {
      callOff,
      after: (pauseMs, run) => {
        callOff();
        const mine = turn.current;
        timer.current = setTimeout(() => void runIn(mine, run), pauseMs);
      },
    };
  }, []);
  useEffect(() => readable.callOff, [readable]);
  return readable;
}
