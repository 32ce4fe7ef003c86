import { MONTHS, two } from '#web/platform/time/format-time.ts';
import { dayStart, wallTime, type WallTime } from '#web/platform/time/wall-time.ts';

const MINUTE_MS = 60_000;
/** As long as this, minutes say enough. */
const SECONDS_BELOW_MS = 15 * MINUTE_MS;

/**
 * A time range with common parts written once: "16 to 19 Nov" for whole days, "20 Nov 14:00 to
 * 15:30" otherwise. With the year if it isn't the current one, with seconds if short spans need
 * them.
 */
export function formatSpan(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  nowMs: number,
): string {
  const isDays = startMs === dayStart(startMs, 0) && endMs === dayStart(endMs, 0);
  const from = wallTime(startMs);
  const to = wallTime(isDays ? endMs - 1 : endMs);
  const isOneYear = from.year === to.year;
  const isOneMonth = isOneYear && from.month === to.month;
  const isOneDay = isOneMonth && from.day === to.day;
  const hasYear = to.year !== wallTime(nowMs).year || !isOneYear;
  const last = dayText(to, true, hasYear);
  if (isDays) return isOneDay ? last : `${dayText(from, !isOneMonth, !isOneYear)} to ${last}`;
  const hasSeconds =
    endMs - startMs < SECONDS_BELOW_MS && [startMs, endMs].some((ms) => ms % MINUTE_MS !== 0);
  const clock = ({ hour, minute, second }: WallTime): string =>
    `${two(hour)}:${two(minute)}${hasSeconds ? `:${two(second)}` : ''}`;
  return `${dayText(from, true, hasYear)} ${clock(from)} to ${isOneDay ? '' : `${last} `}${clock(to)}`;
}

function dayText({ year, month, day }: WallTime, hasMonth: boolean, hasYear: boolean): string {
  return `${day}${hasMonth ? ` ${MONTHS[month - 1] ?? ''}` : ''}${hasYear ? ` ${year}` : ''}`;
}
