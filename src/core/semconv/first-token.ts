import type { PromotedValues } from './derive-span.ts';
import { unquoted } from './json-text.ts';
import { promotedRow } from './promoted-attributes.ts';

const FIRST_TOKEN_SECONDS = promotedRow('firstTokenSeconds');
const FIRST_TOKEN_MS = promotedRow('firstTokenMs');
const FIRST_TOKEN_TIME = promotedRow('firstTokenTime');
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?/;

/**
 * Nanoseconds from the start to the first token, from the attributes that say so; null without one.
 */
export function deriveFirstToken(
  values: PromotedValues,
  startTime: bigint,
  endTime: bigint,
): number | null {
  const seconds = values.number(FIRST_TOKEN_SECONDS);
  if (seconds !== null)
    return firstTokenNano(
      isInMs(seconds, Number(endTime - startTime)) ? seconds * 1e6 : seconds * 1e9,
    );
  const ms = values.number(FIRST_TOKEN_MS);
  if (ms !== null) return firstTokenNano(ms * 1e6);
  const text = values.text(FIRST_TOKEN_TIME);
  const time = text === null ? null : timeNano(unquoted(text));
  return time === null ? null : firstTokenNano(Number(time - startTime));
}

/**
 * A time that a first token can take, in whole nanoseconds; null for none at all, one before the
 * start, or one beyond belief.
 */
export function firstTokenNano(nano: number): number | null {
  return nano > 0 && nano <= Number.MAX_SAFE_INTEGER ? Math.round(nano) : null;
}

/**
 * Strands counts milliseconds where the convention has seconds: it shows where the first token
 * would come after the end.
 */
function isInMs(seconds: number, durationNano: number): boolean {
  return durationNano > 0 && seconds * 1e9 > durationNano && seconds * 1e6 <= durationNano;
}

/**
 * ISO 8601 with up to nine digits behind the seconds, as nanoseconds since the epoch; null for
 * other text.
 */
function timeNano(text: string): bigint | null {
  const match = ISO_TIME.exec(text);
  const ms = match === null ? Number.NaN : Date.parse(text);
  if (!Number.isFinite(ms)) return null;
  const fraction = BigInt((match?.[1] ?? '').padEnd(9, '0'));
  return BigInt(Math.floor(ms / 1_000)) * 1_000_000_000n + fraction;
}
