import type { JsonValue } from '#core/filter/predicate.ts';

interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(text: string, reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
}
// as: V8 has them since version 11.4; the compiler's library does not name them yet.
const json = JSON as unknown as RawJson;

/** Below this many digits in a row a double holds any whole number; beyond such an exponent it holds none. */
const LONG_NUMBER = /\d{16}|e\+?\d{3}/i;

/**
 * Parses JSON without losing digits: a number that a double cannot hold, such as the id 12345678901234567890, becomes an exact number, which
 * `JSON.stringify` writes as it was; one beyond a double's range (1e400), which canonical JSON cannot hold either, becomes its text. Throws the SyntaxError of `JSON.parse`.
 */
export function parseExactJson(text: string): JsonValue {
  const value: unknown = LONG_NUMBER.test(text) ? json.parse(text, exactOrSame) : JSON.parse(text);
  // as: JSON.parse gives JSON values and nothing else.
  return value as JsonValue;
}

function exactOrSame(this: unknown, _key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return Number.isFinite(value) ? json.rawJSON(source) : source;
}

/** A whole number of any size as a JSON value. */
export function exactWholeNumber(value: bigint): JsonValue {
  const number = Number(value);
  // as: an exact number stands where a number does; only `isExactNumber` tells it from an object.
  return Number.isSafeInteger(number) ? number : (json.rawJSON(value.toString()) as JsonValue);
}

/** An exact number looks like an object to whoever walks a value; it is none. */
export function isExactNumber(value: JsonValue | undefined): boolean {
  return json.isRawJSON(value);
}

/** A decimal number given by its digits and how many of them stand behind the point. */
export function exactDecimal(digits: bigint, scale: number): JsonValue {
  if (scale <= 0) return exactWholeNumber(digits * 10n ** BigInt(-scale));
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  // as: an exact number stands where a number does; only `isExactNumber` tells it from an object.
  return json.rawJSON(`${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`) as JsonValue;
}
