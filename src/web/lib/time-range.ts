import { formatClock } from './format-time.ts';

/** A range as the URL keeps it: a preset's name ("24h"), or two instants ("2026-11-20T00:00Z~2026-11-21T00:00Z"). */
export type RangeText = string;

export interface TimeWindow {
  /** Inclusive, milliseconds since the epoch. */
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

export const RANGE_PRESETS = [
  { name: '15m', label: 'Last 15 minutes', ms: 900_000 },
  { name: '1h', label: 'Last hour', ms: 3_600_000 },
  { name: '6h', label: 'Last 6 hours', ms: 21_600_000 },
  { name: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { name: '7d', label: 'Last 7 days', ms: 604_800_000 },
  { name: '30d', label: 'Last 30 days', ms: 2_592_000_000 },
  { name: '90d', label: 'Last 90 days', ms: 7_776_000_000 },
  { name: '1y', label: 'Last year', ms: 31_536_000_000 },
] as const;

export const RANGE_DEFAULT = '7d';

/** The window a range means at one moment, or null when the text is neither a preset nor two instants in order. */
export function windowOfRange(text: RangeText, nowMs: number): TimeWindow | null {
  const preset = RANGE_PRESETS.find((one) => one.name === text);
  // A minute ahead, so that spans of a sender whose clock is a little fast are not hidden.
  if (preset !== undefined) return { startMs: nowMs - preset.ms, endMs: nowMs + 60_000 };
  const [start = '', end = ''] = text.split('~');
  const startMs = Date.parse(start);
  const endMs = Date.parse(end);
  return startMs < endMs ? { startMs, endMs } : null;
}

/** Whether the range moves with the clock (then new rows can come in). */
export function isRelativeRange(text: RangeText): boolean {
  return RANGE_PRESETS.some((one) => one.name === text);
}

/** The text of an absolute range. */
export function rangeOfWindow(window: TimeWindow): RangeText {
  return `${new Date(window.startMs).toISOString()}~${new Date(window.endMs).toISOString()}`;
}

/** How a range reads on its button. */
export function labelOfRange(text: RangeText, nowMs: number): string {
  const preset = RANGE_PRESETS.find((one) => one.name === text);
  if (preset !== undefined) return preset.label;
  const window = windowOfRange(text, nowMs);
  return window === null ? 'Choose a range' : `${formatClock(window.startMs, nowMs)} to ${formatClock(window.endMs, nowMs)}`;
}
