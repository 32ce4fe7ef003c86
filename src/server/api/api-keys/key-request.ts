import { AppError } from '#contracts/wire/errors.ts';
import { unixNanoFromIso } from '#contracts/wire/time.ts';

const NANOS_PER_MILLI = 1_000_000n;
/** Later times have no standard format (after the year 9999). */
const TIME_MS_MAX = 253_402_300_799_999;
// oxlint-disable-next-line no-control-regex -- those are what a name must not have
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

/**
 * A key's name as stored. Throws `unprocessable` when it is blank or has a line break: messages and
 * logs show it.
 */
export function keyNameOf(name: string, field: string): string {
  const trimmed = name.trim();
  if (trimmed === '')
    throw new AppError(
      'unprocessable',
      `${field} is blank; say what the key is for, such as 'ci'.`,
    );
  if (CONTROL.test(trimmed))
    throw new AppError(
      'unprocessable',
      `${field} has a line break or another control character; write it in one line.`,
    );
  return trimmed;
}

/**
 * Milliseconds of a time to come; null for null or nothing. Throws `unprocessable` for a text that
 * is no time, and for one that has passed.
 */
export function futureMsOf(
  text: string | null | undefined,
  field: string,
  nowMs: number,
): number | null {
  if (text === null || text === undefined) return null;
  const nanos = unixNanoFromIso(text);
  if (nanos === null || nanos / NANOS_PER_MILLI > BigInt(TIME_MS_MAX)) {
    throw new AppError(
      'unprocessable',
      `${field} must be an ISO 8601 time such as 2027-01-31T00:00:00Z; got '${text.slice(0, 80)}'.`,
    );
  }
  const ms = Number(nanos / NANOS_PER_MILLI);
  if (ms <= nowMs)
    throw new AppError(
      'unprocessable',
      `${field} must be in the future; got '${text.slice(0, 80)}', and it is ${new Date(nowMs).toISOString()}.`,
    );
  return ms;
}
