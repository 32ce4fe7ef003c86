import type { TimeWindow } from '#core/ports/span-store.ts';
import type { Conditions } from '../client/statement.ts';

const MINUTE_NANOS = 60_000_000_000n;
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Which of so many equal intervals of a window a time is in, from 0. A minute belongs to the
 * interval in which it starts.
 */
export function bucketSql(
  conditions: Conditions,
  column: string,
  { startUnixNano, endUnixNano }: Required<TimeWindow>,
  buckets: number,
): string {
  const start = conditions.bind(startUnixNano, 'Int64');
  const width = conditions.bind(Number(endUnixNano - startUnixNano) / buckets, 'Float64');
  const last = conditions.bind(buckets - 1, 'UInt32');
  const offset = `(${column} - ${column} % ${MINUTE_NANOS} - ${start})`;
  return `toUInt32(least(toInt64(${last}), greatest(toInt64(0), toInt64(floor(toFloat64(${offset}) / ${width})))))`;
}

/** Edges of figures are exact to a minute: the window with the whole minutes at its ends. */
export function wholeMinutes({
  startUnixNano,
  endUnixNano,
}: Required<TimeWindow>): Required<TimeWindow> {
  const rest = endUnixNano % MINUTE_NANOS;
  const end = rest === 0n ? endUnixNano : endUnixNano - rest + MINUTE_NANOS;
  return {
    startUnixNano: startUnixNano - (startUnixNano % MINUTE_NANOS),
    // The last minute that there is has no end.
    endUnixNano: end > INT64_MAX ? INT64_MAX : end,
  };
}
