import { invariant } from '#contracts/errors.ts';
import { isoFromUnixNano } from '#contracts/time.ts';

const NANOS_PER_MILLI = 1_000_000n;

/** The object that a column of JSON objects holds. */
export function jsonObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  invariant(typeof value === 'object' && value !== null && !Array.isArray(value), 'the column holds JSON objects only');
  return value as Record<string, unknown>; // as: an object of JSON has text keys
}

/** A column of milliseconds since the epoch as replies show times. */
export function isoFromUnixMs(millis: number): string {
  return isoFromUnixNano(BigInt(millis) * NANOS_PER_MILLI);
}
