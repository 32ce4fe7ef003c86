import { exactDigits, isExactNumber } from './exact-json.ts';

/**
 * Levels of nesting a canonical form may have; code that walks a deeper one could run out of stack.
 */
export const JSON_DEPTH_MAX = 100;

/** A value that has no canonical form; the message says why and is fit to be shown. */
export class NoCanonicalForm extends Error {}

/**
 * The canonical JSON of a value that came from `JSON.parse` or `parseExactJson`, as RFC 8785 has
 * it: no spaces, keys sorted by UTF-16 code units, numbers as ECMAScript writes them (so `1.0` is
 * `1` and `-0` is `0`). Where the RFC would make two values one, or refuses, they are kept apart: a
 * number with more digits than a double holds, such as the id 12345678901234567890, keeps them all,
 * and lone surrogates are written as `\udXXX` escapes. Throws `NoCanonicalForm` for numbers past
 * what a double holds and for nesting over `JSON_DEPTH_MAX`.
 */
export function canonicalJson(value: unknown): string {
  return isInOrder(value, 0) ? JSON.stringify(value) : write(value, 0);
}

/**
 * Whether `JSON.stringify` writes a value as it is canonical: most values come with their keys in
 * order. Throws what `canonicalJson` throws.
 */
export function isInOrder(value: unknown, depth: number): boolean {
  if (typeof value === 'number') {
    assertFinite(value);
    return true;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (isExactNumber(value)) return false;
  assertDepth(depth);
  if (Array.isArray(value)) return value.every((item) => isInOrder(item, depth + 1));
  let before = '';
  for (const [key, item] of Object.entries(value)) {
    if (key < before || !isInOrder(item, depth + 1)) return false;
    before = key;
  }
  return true;
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'number') {
    assertFinite(value);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isExactNumber(value)) return exactDigits(value);
  assertDepth(depth);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  let text = '';
  // `JSON.parse` makes every key an own property, `__proto__` too. The default order is that of
  // code units.
  for (const [key, item] of Object.entries(value).toSorted(byCodeUnits)) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(item, depth + 1)}`;
  }
  return `{${text}}`;
}

function assertFinite(value: number): void {
  if (!Number.isFinite(value))
    throw new NoCanonicalForm('a number is too large: 1.8e308 is the limit');
}

function assertDepth(depth: number): void {
  if (depth >= JSON_DEPTH_MAX)
    throw new NoCanonicalForm(`it is nested more than ${JSON_DEPTH_MAX} levels deep`);
}

function byCodeUnits([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
