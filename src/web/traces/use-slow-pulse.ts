import { useCallback, useEffect, useRef, useState } from 'react';

/** Charts and counts follow commits no faster than this. */
const FIGURES_EVERY_MS = 3000;

/** A number that increases some time after a signal, however many signals arrive. */
export function useSlowPulse(): readonly [generation: number, pulse: () => void] {
  const [generation, setGeneration] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pulse = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setGeneration((before) => before + 1);
    }, FIGURES_EVERY_MS);
  }, []);
  return [generation, pulse];
}
