/** Levels of nesting a canonical form may have; whoever walks a deeper one could run out of stack. */
export const JSON_DEPTH_MAX = 100;

/** A value that has no canonical form; the message says why and is fit to be shown. */
export class NoCanonicalForm extends Error {}

/**
 * The canonical JSON of a value that came from `JSON.parse`, as RFC 8785 has it: no spaces, keys sorted by UTF-16 code units, numbers as
 * ECMAScript writes them (so `1.0` is `1` and `-0` is `0`). Lone surrogates, which the RFC refuses, are written as `\udXXX` escapes: two texts
 * that differ in nothing else still differ. Throws `NoCanonicalForm` for numbers past what a double holds and for nesting over `JSON_DEPTH_MAX`.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NoCanonicalForm('a number is too large: 1.8e308 is the limit');
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth >= JSON_DEPTH_MAX) throw new NoCanonicalForm(`it is nested more than ${JSON_DEPTH_MAX} levels deep`);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  let text = '';
  // `JSON.parse` makes every key an own property, `__proto__` too. The default order is that of code units.
  for (const [key, item] of Object.entries(value).toSorted(byCodeUnits)) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(item, depth + 1)}`;
  }
  return `{${text}}`;
}

function byCodeUnits([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
