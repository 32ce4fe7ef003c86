import { OtlpDecodeError } from './otlp-decode-error.ts';

/**
 * A parsed JSON object. Only names of the schema are looked up, so whatever else it holds is
 * ignored.
 */
export type JsonFields = Readonly<Record<string, unknown>>;

const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT32_MAX = 2 ** 32 - 1;
const INT32_MIN = -(2 ** 31);
const INTEGER = /^-?\d{1,20}$/;
/** Protobuf's JSON form spells the doubles that JSON cannot. */
const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/** The JSON object at `path`. */
export function objectAt(value: unknown, path: string): JsonFields {
  if (!isFields(value)) throw wrong(path, 'an object', value);
  return value;
}

/** A repeated field: absent and null are the empty list. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(path, 'an array', value);
  return value;
}

export function textAt(value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw wrong(path, 'a string', value);
  return value;
}

export function uint32At(value: unknown, path: string): number {
  const number = Number(integerAt(value, path));
  if (number < 0 || number > UINT32_MAX) throw wrong(path, 'an unsigned 32-bit integer', value);
  return number;
}

export function uint64At(value: unknown, path: string): bigint {
  const number = integerAt(value, path);
  if (number < 0n || number > UINT64_MAX)
    throw wrong(path, 'an unsigned 64-bit integer, as a decimal string', value);
  return number;
}

/** An int64: a number where that is exact, a bigint beyond. */
export function int64At(value: unknown, path: string): number | bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  const number = integerAt(value, path);
  if (number < INT64_MIN || number > INT64_MAX) throw wrong(path, 'a 64-bit integer', value);
  return number >= BigInt(Number.MIN_SAFE_INTEGER) && number <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(number)
    : number;
}

export function doubleAt(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') {
    const special = SPECIAL_DOUBLES.get(value);
    if (special !== undefined) return special;
    const number = value.trim() === '' ? NaN : Number(value);
    if (!Number.isNaN(number)) return number;
  }
  throw wrong(path, 'a number', value);
}

/** An enum: its number, or its name, with or without the prefix. Unknown numbers are kept. */
export function enumAt(
  value: unknown,
  path: string,
  prefix: string,
  names: readonly string[],
): number {
  if (typeof value === 'string' && !INTEGER.test(value)) {
    const index = names.indexOf(value.startsWith(prefix) ? value.slice(prefix.length) : value);
    if (index < 0)
      throw wrong(
        path,
        `one of ${names.map((name) => prefix + name).join(', ')}, or its number`,
        value,
      );
    return index;
  }
  const number = Number(integerAt(value, path));
  if (number < INT32_MIN || number > -(INT32_MIN + 1)) throw wrong(path, 'an enum number', value);
  return number;
}

function integerAt(value: unknown, path: string): bigint {
  if (value === undefined || value === null) return 0n;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value);
  throw wrong(path, 'an integer, as a number or a decimal string', value);
}

function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The error for a value of the wrong type. */
export function wrong(path: string, expected: string, value: unknown): OtlpDecodeError {
  return new OtlpDecodeError(`${path} must be ${expected}; got ${described(value)}`);
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string'
    ? `'${value.slice(0, 40)}'`
    : `${typeof value} ${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))}`;
}
