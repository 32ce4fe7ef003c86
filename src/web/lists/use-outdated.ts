import { useEffect, useState } from 'react';

/**
 * How long the previous query's rows may stay, dimmed: most results arrive sooner, and a flickering
 * list is harder to read.
 */
const GLANCE_MS = 300;

/**
 * Whether the rows belong to a previous query for longer than a moment. `asked` names the query,
 * `isStale` says that the rows are the previous ones: under a new filter and its count they could
 * be mistaken for its matches.
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
