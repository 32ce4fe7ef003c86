const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;
const SECONDS_MAX = 8_640_000_000_000n;

/**
 * Times of a list lie close together: the text of a second, the last one asked for, is made once.
 */
let lastSecond = Number.NaN;
let lastText = '';

/**
 * ISO 8601 with microseconds and a numeric offset (`2026-11-20T18:16:00.123456+00:00`), the form
 * every `/v1` reply uses. Nanoseconds below a microsecond are cut; a time past what a calendar can
 * hold (year 275760) is clamped.
 */
export function isoFromUnixNano(nanos: bigint): string {
  let seconds = nanos / NANOS_PER_SECOND;
  let rest = Number(nanos - seconds * NANOS_PER_SECOND);
  if (rest < 0) {
    seconds -= 1n;
    rest += 1e9;
  }
  if (seconds > SECONDS_MAX || (seconds === SECONDS_MAX && rest > 0))
    return isoFromUnixNano(SECONDS_MAX * NANOS_PER_SECOND);
  const second = Number(seconds);
  if (second !== lastSecond) {
    lastText = new Date(second * 1_000).toISOString().slice(0, -'000Z'.length);
    lastSecond = second;
  }
  return `${lastText}${Math.floor(rest / 1_000)
    .toString()
    .padStart(6, '0')}+00:00`;
}

/** The same of whole milliseconds. */
export function isoFromUnixMs(millis: number): string {
  return isoFromUnixNano(BigInt(millis) * 1_000_000n);
}

/** As `isoFromUnixNano`, with all nine digits: `2026-11-20T18:16:00.123456789+00:00`. */
export function isoNano(nanos: bigint): string {
  const below = (((nanos % 1000n) + 1000n) % 1000n).toString().padStart(3, '0');
  return isoFromUnixNano(nanos).replace('+00:00', `${below}+00:00`);
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9})\d*)?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Nanoseconds since the epoch of an ISO 8601 time, exact to the nanosecond; null when the text is
 * not one. Without an offset the time is UTC, or refused when `offsetRequired`.
 */
export function unixNanoFromIso(
  text: string,
  options: { offsetRequired?: boolean } = {},
): bigint | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day, time = '00:00:00', fraction = '', offset] = match;
  // Hours alone, as PostgreSQL writes them, would be another number of a date.
  if (match[2] === undefined && offset?.length === 3) return null;
  if (offset === undefined && options.offsetRequired === true) return null;
  const zone = offset === undefined ? 'Z' : zoneOf(offset);
  const millis = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${zone}`);
  if (Number.isNaN(millis) || !isDayOfCalendar(day ?? '')) return null;
  return BigInt(millis) * NANOS_PER_MILLI + BigInt(fraction.padEnd(9, '0'));
}

/** An offset as `Date.parse` takes it: `Z`, or with hours and minutes. */
function zoneOf(offset: string): string {
  if (offset.length === 1) return 'Z';
  const digits = offset.replace(':', '').padEnd('+0000'.length, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}

/** `Date.parse` reads 30 February as 2 March. `day` is `YYYY-MM-DD`. */
function isDayOfCalendar(day: string): boolean {
  return (
    day.slice(8) <= '28' || new Date(Date.parse(`${day}T00:00:00Z`)).toISOString().startsWith(day)
  );
}
