import type { PromotedValues } from './derive-span.ts';
import { promotedRow } from './promoted-attributes.ts';

const FIRST_TOKEN_SECONDS = promotedRow('firstTokenSeconds');
const FIRST_TOKEN_MS = promotedRow('firstTokenMs');

/** Nanoseconds from the start to the first token, from the attributes that say so; null without one. */
export function deriveFirstToken(values: PromotedValues): number | null {
  const seconds = values.number(FIRST_TOKEN_SECONDS);
  if (seconds !== null) return firstTokenNano(seconds * 1e9);
  const ms = values.number(FIRST_TOKEN_MS);
  return ms === null ? null : firstTokenNano(ms * 1e6);
}

/** A time that a first token can take, in whole nanoseconds; null for none at all, one before the start, or one beyond belief. */
export function firstTokenNano(nano: number): number | null {
  return nano > 0 && nano <= Number.MAX_SAFE_INTEGER ? Math.round(nano) : null;
}
