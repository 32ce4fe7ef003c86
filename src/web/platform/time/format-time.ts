import { threeDigits } from '#web/platform/text/format-number.ts';
import { preferences } from '#web/platform/storage/preferences.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;

/**
 * A duration in milliseconds, to three significant digits: 420 µs, 33 ms, 2.30 s, 1 m 32 s, 2 h 05
 * m, 1 d 01 h, 123 d, 15.8 y.
 */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return '';
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms === 0) return '0 ms';
  if (ms < 0.9995) return `${threeDigits(ms * 1000)} µs`;
  if (ms < 10) return `${Number(ms.toFixed(2))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${threeDigits(ms / 1000)} s`;
  if (ms < HOUR_MS - 500) return minutesAndSeconds(ms);
  if (ms < DAY_MS - 30_000) return hoursAndMinutes(ms);
  if (ms >= 999.5 * DAY_MS) return `${threeDigits(ms / YEAR_MS)} y`;
  if (ms >= 100 * DAY_MS) return `${Math.round(ms / DAY_MS)} d`;
  const hours = Math.round(ms / HOUR_MS);
  return `${Math.floor(hours / 24)} d ${String(hours % 24).padStart(2, '0')} h`;
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}

function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} m`;
}

export const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * When something happened, for a list: "8 s ago" under a minute, then "20 Nov 18:16", with the year
 * when it is another.
 */
export function formatWhen(iso: string | null | undefined, nowMs: number): string {
  if (iso === null || iso === undefined) return '';
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const agoMs = nowMs - ms;
  if (agoMs >= 0 && agoMs < MINUTE_MS) return `${Math.floor(agoMs / 1000)} s ago`;
  return formatClock(ms, nowMs);
}

/**
 * A date whose UTC fields read as the reader's clock does: in UTC where that is preferred, else in
 * the browser's zone.
 */
function wallClock(ms: number): Date {
  return new Date(ms + offsetMinutes(ms) * MINUTE_MS);
}

function offsetMinutes(ms: number): number {
  return preferences().zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset();
}

/** "20 Nov 18:16", or "20 Nov 2024" for another year than now's. */
export function formatClock(ms: number, nowMs: number): string {
  const date = wallClock(ms);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`;
  if (date.getUTCFullYear() !== wallClock(nowMs).getUTCFullYear())
    return `${day} ${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** "17 Nov 14:15:50", for a summary line; "17 Nov 1970 14:15:50" for another year than now's. */
export function formatClockSeconds(ms: number): string {
  const date = wallClock(ms);
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const year =
    date.getUTCFullYear() === wallClock(Date.now()).getUTCFullYear()
      ? ''
      : ` ${date.getUTCFullYear()}`;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}${year} ${time}`;
}

/** How long ago, in one unit: "12 s ago", "3 d ago". */
export function formatAgo(ms: number, nowMs: number): string {
  const agoMs = nowMs - ms;
  if (agoMs < 0) return 'in the future';
  if (agoMs < MINUTE_MS) return `${Math.floor(agoMs / 1000)} s ago`;
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} m ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  return `${Math.floor(agoMs / DAY_MS)} d ago`;
}

/**
 * ISO 8601 with the offset of the reader's zone, for hover: the exact instant and no doubt about
 * its zone.
 */
export function isoWithZone(ms: number): string {
  if (Number.isNaN(new Date(ms).getTime())) return '';
  const offset = offsetMinutes(ms);
  const sign = offset < 0 ? '-' : '+';
  const zone = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${wallClock(ms).toISOString().slice(0, 23)}${zone}`;
}
