import { preferences } from '#web/platform/storage/preferences.ts';
import { wallTime } from './wall-time.ts';

/**
 * Midnight at the start of a day (`2026-06-01`, as a date field has it), in the reader's zone; null
 * while the date is not complete.
 */
export function midnightOf(day: string): string | null {
  return timeOn(day, '00:00:00');
}

/** The last second of a day, in the reader's zone; null while the date is not complete. */
export function lastSecondOf(day: string): string | null {
  return timeOn(day, '23:59:59');
}

function timeOn(day: string, clock: string): string | null {
  const ms = Date.parse(`${day}T${clock}${preferences().zone === 'utc' ? 'Z' : ''}`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The start of a day, as a request parameter; everything for an empty field. */
export function startingAt(day: string): { readonly start_time?: string } {
  const time = midnightOf(day);
  return time === null ? {} : { start_time: time };
}

/** The day of a moment in the reader's zone, as a date field has it. */
export function dayOf(time: string): string {
  const { year, month, day } = wallTime(Date.parse(time));
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** The note below a date field. */
export function midnightHint(): string {
  return preferences().zone === 'utc' ? 'Midnight in UTC.' : 'Midnight in your time zone.';
}
