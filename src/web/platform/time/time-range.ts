import { formatSpan } from '#web/platform/text/format-span.ts';
import { dayStart } from './wall-time.ts';

/**
 * A range as the URL keeps it: a length up to now ("24h"), "today", "yesterday", "all", or two
 * instants ("2026-11-20T00:00Z~2026-11-21T00:00Z").
 */
export type RangeText = string;

export interface TimeWindow {
  /** Inclusive, milliseconds since the epoch. */
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

export const RANGE_PRESETS = [
  { name: '15m', label: 'Last 15 minutes' },
  { name: '1h', label: 'Last hour' },
  { name: '6h', label: 'Last 6 hours' },
  { name: '24h', label: 'Last 24 hours' },
  { name: '7d', label: 'Last 7 days' },
  { name: '30d', label: 'Last 30 days' },
  { name: '90d', label: 'Last 90 days' },
  { name: '1y', label: 'Last year' },
  { name: 'all', label: 'All time' },
] as const;

export const RANGE_DEFAULT = '7d';

const DAY_MS = 86_400_000;
const UNITS = {
  m: { ms: 60_000, word: 'minute' },
  h: { ms: 3_600_000, word: 'hour' },
  d: { ms: DAY_MS, word: 'day' },
  w: { ms: 7 * DAY_MS, word: 'week' },
  y: { ms: 365 * DAY_MS, word: 'year' },
} as const;
/** So that spans of a sender whose clock is a little fast are not hidden. */
const AHEAD_MS = 60_000;

type Unit = keyof typeof UNITS;

function isUnit(letter: string): letter is Unit {
  return letter in UNITS;
}

/** The number and unit of "24h"; null for anything else. */
function lengthOf(text: RangeText): { readonly count: number; readonly unit: Unit } | null {
  const [, digits = '', letter = ''] = /^(\d{1,5})([mhdwy])$/.exec(text) ?? [];
  const count = Number(digits);
  return count > 0 && isUnit(letter) ? { count, unit: letter } : null;
}

/**
 * The window a range means at one moment, or null when the text is no range. Days begin where the
 * reader's do.
 */
export function windowOfRange(text: RangeText, nowMs: number): TimeWindow | null {
  const length = lengthOf(text);
  if (length !== null)
    return { startMs: nowMs - length.count * UNITS[length.unit].ms, endMs: nowMs + AHEAD_MS };
  if (text === 'all') return { startMs: 0, endMs: nowMs + AHEAD_MS };
  if (text === 'today') return { startMs: dayStart(nowMs, 0), endMs: nowMs + AHEAD_MS };
  if (text === 'yesterday') return { startMs: dayStart(nowMs, -1), endMs: dayStart(nowMs, 0) };
  const [start = '', end = ''] = text.split('~');
  const startMs = Date.parse(start);
  const endMs = Date.parse(end);
  return startMs < endMs ? { startMs, endMs } : null;
}

/** Whether the range ends now and moves with the clock (then new rows can come in). */
export function isRelativeRange(text: RangeText): boolean {
  return lengthOf(text) !== null || text === 'all' || text === 'today';
}

/** The text of an absolute range. */
export function rangeOfWindow(window: TimeWindow): RangeText {
  return `${new Date(window.startMs).toISOString()}~${new Date(window.endMs).toISOString()}`;
}

/** How a range reads on its button. */
export function labelOfRange(text: RangeText, nowMs: number): string {
  const preset = RANGE_PRESETS.find((one) => one.name === text);
  if (preset !== undefined) return preset.label;
  if (text === 'today') return 'Today';
  if (text === 'yesterday') return 'Yesterday';
  const length = lengthOf(text);
  if (length !== null) {
    const { word } = UNITS[length.unit];
    return length.count === 1 ? `Last ${word}` : `Last ${length.count} ${word}s`;
  }
  const window = windowOfRange(text, nowMs);
  return window === null ? 'Choose a range' : formatSpan(window, nowMs);
}
