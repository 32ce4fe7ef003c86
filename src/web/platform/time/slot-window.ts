import type { TimeWindow } from './time-range.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The time that intervals of a chart really cover. Sums are kept by minute (by hour where the
 * intervals are two hours or longer) and count in the interval in which their slot begins: so an
 * interval reaches from the first slot that begins in it to the end of the last. Scanned figures
 * are exact.
 */
export function slotWindow(
  startMs: number,
  stepMs: number,
  first: number,
  last: number,
  source: 'rollups' | 'scan',
): TimeWindow {
  const slotMs = source === 'scan' ? 1 : stepMs >= 2 * HOUR_MS ? HOUR_MS : MINUTE_MS;
  const ceiled = (ms: number): number => Math.ceil(Math.round(ms) / slotMs) * slotMs;
  // The first slot may have begun before the chart.
  const from = first === 0 ? Math.floor(startMs) : ceiled(startMs + first * stepMs);
  return { startMs: from, endMs: Math.max(from + 1, ceiled(startMs + (last + 1) * stepMs)) };
}
