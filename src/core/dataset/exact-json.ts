import type { JsonValue } from '#core/filter/predicate.ts';

const EXPONENT_CHARS_MAX = 12;

interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(
    text: string,
    reviver: (
      this: unknown,
      key: string,
      value: unknown,
      context: { readonly source?: string },
    ) => unknown,
  ): unknown;
}
// as: V8 has them since version 11.4; the compiler's library does not name them yet.
const json = JSON as unknown as RawJson;

/**
 * With fewer digits, before the point and behind it together, a double keeps them all; beyond such
 * an exponent it holds no number.
 */
const LONG_NUMBER = /\d[\d.]{15}|e[+-]?\d{3}/i;

/**
 * Parses JSON without losing digits: a number that a double cannot hold, such as the id
 * 12345678901234567890, becomes an exact number, which `JSON.stringify` writes as it was; one
 * beyond a double's range (1e400), which canonical JSON cannot hold either, becomes its text.
 * Throws the SyntaxError of `JSON.parse`.
 */
export function parseExactJson(text: string): JsonValue {
  const value: unknown = LONG_NUMBER.test(text) ? json.parse(text, exactOrText) : JSON.parse(text);
  // as: JSON.parse gives JSON values and nothing else.
  return value as JsonValue;
}

/**
 * As `parseExactJson`, but a number beyond a double's range stays infinite, so that the caller can
 * refuse it.
 */
export function parseFiniteJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? json.parse(text, exactOrSame) : JSON.parse(text);
}

function exactOrText(
  this: unknown,
  key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  return value === Infinity || value === -Infinity
    ? context.source
    : exactOrSame(key, value, context);
}

function exactOrSame(
  _key: string,
  value: unknown,
  { source }: { readonly source?: string },
): unknown {
  if (
    typeof value !== 'number' ||
    source === undefined ||
    !Number.isFinite(value) ||
    String(value) === source
  )
    return value;
  return json.rawJSON(source);
}

/** A whole number of any size as a JSON value. */
export function exactWholeNumber(value: bigint): JsonValue {
  const number = Number(value);
  // as: an exact number stands where a number does; only `isExactNumber` tells it from an object.
  return Number.isSafeInteger(number) ? number : (json.rawJSON(value.toString()) as JsonValue);
}

/** An exact number looks like an object to code that walks a value; it is none. */
export function isExactNumber(value: unknown): boolean {
  return json.isRawJSON(value);
}

/** A decimal number from its digits and the number of digits after the point. */
export function exactDecimal(digits: bigint, scale: number): JsonValue {
  if (scale <= 0) return exactWholeNumber(digits * 10n ** BigInt(-scale));
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  // as: an exact number stands where a number does; only `isExactNumber` tells it from an object.
  return json.rawJSON(
    `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`,
  ) as JsonValue;
}

/**
 * The number that a value is, in a form that equal numbers share whatever their spelling (`1.0`,
 * `10e-1`); null for what is no number.
 */
export function numberKey(value: unknown): string | null {
  if (typeof value === 'number') return decimalKey(String(value));
  return json.isRawJSON(value) ? decimalKey(JSON.stringify(value)) : null;
}

/**
 * How canonical JSON writes an exact number: as the double that it is, and with all its digits
 * where a double has not so many.
 */
export function exactDigits(value: unknown): string {
  const text = JSON.stringify(value);
  const double = String(Number(text));
  const digits = decimalKey(text);
  return digits === decimalKey(double) ? JSON.stringify(Number(text)) : digits;
}

/**
 * Where the zeros at the end begin. A regular expression would try every run of zeros from each of
 * its places.
 */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end;
}

/** A number's digits without zeros at their ends, and the exponent of the last one. */
function decimalKey(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  // An exponent that is a number of many digits itself is not worth adding to.
  if (exponent.length > EXPONENT_CHARS_MAX) return text;
  const significant = digits.slice(0, endOfDigits(digits));
  return `${sign}${significant}e${Number(exponent) + digits.length - significant.length - fraction.length}`;
}
