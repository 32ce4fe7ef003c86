import { formatDuration } from './format-time.ts';

/** The tooltip of an open one. */
export const NO_END = 'No end time received: the span may still be running.';

/** How long something took; of what has no end, how long so far as is known. */
export function durationSoFar(ms: number, isOpen: boolean): string {
  if (!isOpen) return formatDuration(ms);
  return ms === 0 ? 'open' : `${formatDuration(ms)} …`;
}
