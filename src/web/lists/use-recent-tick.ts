import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const EVERY_MS = 5_000;

/**
 * A number that rises while something happened less than a minute ago, so that "8 s ago" does not
 * stay on screen.
 */
export function useRecentTick(newestMs: number | null): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    if (newestMs === null || Date.now() > newestMs + MINUTE_MS) return undefined;
    const timer = setInterval(() => {
      setTick((before) => before + 1);
      // Older times are shown as a time of day, which doesn't change.
      if (Date.now() > newestMs + MINUTE_MS) clearInterval(timer);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [newestMs]);
  return tick;
}

/** The latest of some times in ISO 8601, in milliseconds; null without any. */
export function latestMs(times: readonly string[]): number | null {
  const latest = times.reduce((before, one) => Math.max(before, Date.parse(one) || 0), 0);
  return latest === 0 ? null : latest;
}
