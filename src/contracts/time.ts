const NANOS_PER_MILLI = 1_000_000n;
const MILLIS_MAX = 8_640_000_000_000_000n;

/**
 * ISO 8601 with microseconds and a numeric offset (`2026-11-20T18:16:00.123456+00:00`), the form every `/v1` reply uses.
 * Nanoseconds below a microsecond are cut; a time past what a calendar can hold (year 275760) is clamped.
 */
export function isoFromUnixNano(nanos: bigint): string {
  let millis = nanos / NANOS_PER_MILLI;
  let rest = nanos % NANOS_PER_MILLI;
  if (rest < 0n) {
    millis -= 1n;
    rest += NANOS_PER_MILLI;
  }
  if (millis > MILLIS_MAX) return isoFromUnixNano(MILLIS_MAX * NANOS_PER_MILLI);
  const micros = Number(rest / 1000n).toString().padStart(3, '0');
  return new Date(Number(millis)).toISOString().replace('Z', `${micros}+00:00`);
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9})\d*)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * Nanoseconds since the epoch of an ISO 8601 time, exact to the nanosecond; null when the text is not one.
 * Without an offset the time is UTC, or refused when `offsetRequired`.
 */
export function unixNanoFromIso(text: string, options: { offsetRequired?: boolean } = {}): bigint | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day, time = '00:00:00', fraction = '', offset] = match;
  if (offset === undefined && options.offsetRequired === true) return null;
  const zone = offset === undefined ? 'Z' : offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const millis = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${zone}`);
  if (Number.isNaN(millis)) return null;
  return BigInt(millis) * NANOS_PER_MILLI + BigInt(fraction.padEnd(9, '0'));
}
