import { formatSpan } from '#web/platform/text/format-span.ts';
import { slotWindow } from '#web/platform/time/slot-window.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';

/** The equal intervals of a chart over time. */
export interface TimeIntervals {
  /** The time that intervals really cover. */
  readonly windowOf: (first: number, last?: number) => TimeWindow;
  /** When they are, in words: an interval as it is drawn, several as what they cover. */
  readonly placeOf: (first: number, last?: number) => string;
}

export function timeIntervals(
  startMs: number,
  stepMs: number,
  source: 'rollups' | 'scan',
): TimeIntervals {
  const windowOf = (first: number, last = first): TimeWindow =>
    slotWindow(startMs, stepMs, first, last, source);
  const placeOf = (first: number, last = first): string => {
    const drawn = { startMs: startMs + first * stepMs, endMs: startMs + (first + 1) * stepMs };
    return formatSpan(first === last ? drawn : windowOf(first, last), Date.now());
  };
  return { windowOf, placeOf };
}
