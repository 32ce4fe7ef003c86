import { preferences } from '#web/platform/storage/preferences.ts';

/**
 * A moment as the reader's clock and calendar show it, in the zone of the preferences. Months count
 * from 1.
 */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function wallTime(ms: number): WallTime {
  const date = new Date(ms);
  if (preferences().zone === 'utc') {
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    };
  }
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  };
}

/**
 * The moment a wall time means. Parts beyond their bounds carry over, so day 0 is the last of the
 * month before.
 */
export function msOfWall({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
}: Pick<WallTime, 'year' | 'month' | 'day'> & Partial<WallTime>): number {
  const parts = [year, month - 1, day, hour, minute, second] as const;
  return preferences().zone === 'utc' ? Date.UTC(...parts) : new Date(...parts).getTime();
}

/** When the day of a moment begins, or one some days later. */
export function dayStart(ms: number, days: number): number {
  const { year, month, day } = wallTime(ms);
  return msOfWall({ year, month, day: day + days });
}
