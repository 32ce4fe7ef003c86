import { AppError } from '#contracts/wire/errors.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';

/** The range of 63-bit nanoseconds, from 1677 to 2262: all stored times are within it. */
const STORED_MIN = -(2n ** 63n);
const STORED_MAX = 2n ** 63n - 1n;

/**
 * Nanoseconds of a time parameter (UTC without an offset); 422 when it is not a time. A time
 * outside the storable range, such as the end of "everything", becomes the nearest storable one.
 */
export function timeOf(text: string, field: string): bigint {
  return stored(writtenTime(text, field));
}

function stored(nanos: bigint): bigint {
  return nanos < STORED_MIN ? STORED_MIN : nanos > STORED_MAX ? STORED_MAX : nanos;
}

function writtenTime(text: string, field: string): bigint {
  // A plus sign that was not percent-encoded arrives as a blank; the one before a time is not meant.
  const nanos =
    unixNanoFromIso(text) ?? unixNanoFromIso(text.replace(/ (\d{2}(?::?\d{2})?)$/, '+$1'));
  if (nanos === null)
    throw new AppError(
      'unprocessable',
      `${field} must be an ISO 8601 time such as 2026-11-20T18:16:00+00:00; got '${text.slice(0, 64)}'.`,
    );
  return nanos;
}

/** The window of optional `start_time` and `end_time` parameters. */
export function windowOf(query: {
  readonly start_time?: string;
  readonly end_time?: string;
}): TimeWindow {
  return {
    ...(query.start_time === undefined
      ? {}
      : { startUnixNano: timeOf(query.start_time, 'start_time') }),
    ...(query.end_time === undefined ? {} : { endUnixNano: timeOf(query.end_time, 'end_time') }),
  };
}

/** A window with both ends; 422 when it ends before it starts. */
export function wholeWindow(start: string, end: string): Required<TimeWindow> {
  if (writtenTime(start, 'start_time') >= writtenTime(end, 'end_time'))
    throw new AppError(
      'unprocessable',
      `start_time must be before end_time: '${start}' is not before '${end}'.`,
    );
  return { startUnixNano: timeOf(start, 'start_time'), endUnixNano: timeOf(end, 'end_time') };
}

const DAY_NANOS = 86_400_000_000_000n;

interface ChartTimes {
  readonly start_time?: string;
  readonly end_time?: string;
}

/** A window for charts: by default the day that ends now. */
export function chartWindow(query: ChartTimes, nowMillis: number): Required<TimeWindow> {
  const endUnixNano =
    query.end_time === undefined
      ? BigInt(nowMillis) * 1_000_000n
      : timeOf(query.end_time, 'end_time');
  const startUnixNano =
    query.start_time === undefined
      ? stored(endUnixNano - DAY_NANOS)
      : timeOf(query.start_time, 'start_time');
  if (startUnixNano >= endUnixNano)
    throw new AppError('unprocessable', 'start_time must be before end_time.');
  return { startUnixNano, endUnixNano };
}
