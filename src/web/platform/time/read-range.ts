import { rangeOfWindow, windowOfRange, type RangeText } from './time-range.ts';
import { dayStart, msOfWall, wallTime } from './wall-time.ts';

const UNIT_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:m|min|mins|minutes?)$/, 'm'],
  [/^(?:h|hr|hrs|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:w|weeks?)$/, 'w'],
  [/^(?:y|years?)$/, 'y'],
];

/**
 * A typed time range: "2h", "last 15 minutes", "yesterday", "all", a day ("2026-11-20"), or two
 * times ("2026-11-20 14:00 to 2026-11-20 15:30", "14:00 to now"). Times without a zone are in the
 * user's. Null if invalid.
 */
export function readRange(typed: string, nowMs: number): RangeText | null {
  const text = typed.trim().toLowerCase();
  if (text === 'all time') return 'all';
  const [, digits = '', word = ''] = /^(?:last\s+)?(\d{0,5})\s*([a-z]+)$/.exec(text) ?? [];
  const letter = UNIT_LETTERS.find(([pattern]) => pattern.test(word))?.[1];
  if (letter !== undefined && (digits !== '' || text.startsWith('last')))
    return `${digits === '' ? 1 : Number(digits)}${letter}`.replace(/^0.*/, '') || null;
  if (text !== '' && !text.includes('~') && windowOfRange(text, nowMs) !== null) return text;
  const [from = '', to, ...others] = text
    .split(/~|\.\.|–|\bto\b|\buntil\b|\s-\s/)
    .map((part) => part.trim());
  if (others.length > 0) return null;
  const start = momentOf(from, nowMs);
  const end = to === undefined ? (start?.nextMs ?? null) : endOf(to, nowMs);
  if (start === null || end === null || start.ms >= end) return null;
  return rangeOfWindow({ startMs: start.ms, endMs: end });
}

interface Moment {
  readonly ms: number;
  /** Where the day ends that was named without a time; null for a moment. */
  readonly nextMs: number | null;
}

function endOf(text: string, nowMs: number): number | null {
  const moment = momentOf(text, nowMs);
  return moment === null ? null : (moment.nextMs ?? moment.ms);
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

function momentOf(text: string, nowMs: number): Moment | null {
  if (text === 'now') return { ms: nowMs, nextMs: null };
  if (text === 'today') return { ms: dayStart(nowMs, 0), nextMs: dayStart(nowMs, 1) };
  if (text === 'yesterday') return { ms: dayStart(nowMs, -1), nextMs: dayStart(nowMs, 0) };
  if (/(?:z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes('t')) {
    const ms = Date.parse(text.toUpperCase());
    return Number.isNaN(ms) ? null : { ms, nextMs: null };
  }
  const [, date, clock] =
    /^(\d{4}-\d{2}-\d{2})?(?:^|[ t]|$)(\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text) ?? [];
  if (date === undefined && clock === undefined) return null;
  const [year = 0, month = 0, day = 0] = date === undefined ? [] : date.split('-').map(Number);
  const on = date === undefined ? wallTime(nowMs) : { year, month, day };
  if (
    on.month < 1 ||
    on.month > 12 ||
    on.day < 1 ||
    on.day > new Date(Date.UTC(on.year, on.month, 0)).getUTCDate()
  )
    return null;
  if (clock === undefined)
    return {
      ms: msOfWall(on),
      nextMs: msOfWall({ year: on.year, month: on.month, day: on.day + 1 }),
    };
  const [, hour = '', minute = '', second = '0'] = CLOCK.exec(clock) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return {
    ms: msOfWall({
      year: on.year,
      month: on.month,
      day: on.day,
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
    }),
    nextMs: null,
  };
}
