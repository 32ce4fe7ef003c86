import type { TimeWindow } from '#core/ports/span-store.ts';
import { ROLLUP_LEVELS, slotOf } from './rollup.ts';

const MINUTES_PER_HOUR = ROLLUP_LEVELS[1].nanos / ROLLUP_LEVELS[0].nanos;
/** Windows longer than this read whole hours for all but their edges. */
const HOURS_FROM_MINUTES = 6 * MINUTES_PER_HOUR;

/** Slots of one level, `low` included, `high` not. */
interface SlotRange {
  readonly level: 0 | 1;
  readonly low: number;
  readonly high: number;
}

/**
 * The part of the roll-ups that covers a window: minutes, or, where allowed and the window is long,
 * hours between its edges' minutes.
 */
export function slotRanges(
  window: Required<TimeWindow>,
  mayUseHours: boolean,
): readonly SlotRange[] {
  const from = slotOf(window.startUnixNano, 0);
  const to = Math.ceil(Number(window.endUnixNano) / ROLLUP_LEVELS[0].nanos);
  if (!mayUseHours || to - from < HOURS_FROM_MINUTES) return [{ level: 0, low: from, high: to }];
  const [firstHour, lastHour] = [
    Math.ceil(from / MINUTES_PER_HOUR),
    Math.floor(to / MINUTES_PER_HOUR),
  ];
  return [
    { level: 0, low: from, high: firstHour * MINUTES_PER_HOUR },
    { level: 1, low: firstHour, high: lastHour },
    { level: 0, low: lastHour * MINUTES_PER_HOUR, high: to },
  ];
}
