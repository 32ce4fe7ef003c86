import { useEffect, useState } from 'react';

/** For so long the rows of the question before may stand, dimmed: most answers come sooner, and a list that blinks is harder to read. */
const GLANCE_MS = 300;

/**
 * Whether rows answer another question than the one that is asked, and have for longer than a glance. `asked` names the question, `isStale` says
 * that the rows are those of the one before: under a new condition and its count they would be taken for what matches it.
 */
export function useOutdated(asked: string, isStale: boolean): boolean {
  const [answered, setAnswered] = useState(asked);
  if (!isStale && answered !== asked) setAnswered(asked);
  const isOther = isStale && answered !== asked;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => setLate(true), GLANCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOther]);
  return isOther && late;
}
