import { windowOfRange, type RangeText, type TimeWindow } from './time-range.ts';

/** The requested window, and the number of equal steps in a chart. */
export interface RequestedWindow extends TimeWindow {
  readonly steps: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Steps that people count time in. */
const STEPS_MS = [
  ...[0.25, 0.5, 1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48].map((hours) => hours * HOUR_MS),
];
const STEPS_MAX = 75;
/** For a fixed range. */
const STEPS_USUAL = 60;

/**
 * The window to request at a given time; null when the text is not a range. A relative range is
 * extended to whole steps of a fixed grid: so the past part of a chart stays the same between
 * refreshes, and two charts of the same time agree.
 */
export function requestedWindow(range: RangeText, nowMs: number): RequestedWindow | null {
  const window = windowOfRange(range, nowMs);
  if (window === null) return null;
  if (range.includes('~') || range === 'yesterday' || range === 'all')
    return { ...window, steps: STEPS_USUAL };
  const stepMs = stepFor(window.endMs - window.startMs);
  // A day begins where the reader's does.
  const origin = range === 'today' ? window.startMs : 0;
  const [first, end] = [
    Math.floor((window.startMs - origin) / stepMs),
    Math.ceil((window.endMs - origin) / stepMs),
  ];
  return { startMs: origin + first * stepMs, endMs: origin + end * stepMs, steps: end - first };
}

function stepFor(lengthMs: number): number {
  const least = lengthMs / STEPS_MAX;
  return STEPS_MS.find((ms) => ms >= least) ?? Math.ceil(least / WEEK_MS) * WEEK_MS;
}
