import { isList, prop, type Json } from './json.ts';

declare global {
  interface JSON {
    /** A feature of newer browsers: numbers serialized from exact text. */
    readonly rawJSON?: (text: string) => Json;
  }
}
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Of JSON nested deeper than that, indents would be most of the text. */
const INDENTED_LEVELS_MAX = 200;

/** Numbers that a double may not hold are long, or have a point or an exponent. */
const RISKY = /\d{16}|\d[.eE]/;

/**
 * Parses JSON so that `JSON.stringify` gives each number back as it was written:
 * 12345678901234567890 stays itself where the browser can (`JSON.rawJSON`). Throws a SyntaxError
 * for what is no JSON.
 */
export function parseExactJson(text: string): Json {
  const { rawJSON } = JSON;
  // JSON.parse gives nothing else
  if (rawJSON === undefined || !RISKY.test(text)) return JSON.parse(text) as Json;
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJSON(source)
      : value;
  };
  return JSON.parse(text, revive) as Json; // codec: numbers as they were written count as JSON
}

/**
 * The digits of a number that is kept as it was written; null for any other value, numbers that a
 * double holds among them.
 */
export function rawNumber(value: Json | undefined): string | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('rawJSON' in value) ||
    Object.getPrototypeOf(value) !== null
  )
    return null;
  return typeof value['rawJSON'] === 'string' ? value['rawJSON'] : null;
}

/**
 * Parses a text that holds an object or a list, with its numbers as they were written; anything
 * else stays as it is.
 */
export function unwrapExactJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/**
 * A value as JSON in lines, each level indented; in one line where it is nested so deep that
 * indenting it would be most of it.
 */
export function laidOutJson(value: Json): string {
  return depthOver(value, INDENTED_LEVELS_MAX) ? oneLine(value) : JSON.stringify(value, null, 2);
}

function depthOver(value: Json, levels: number): boolean {
  const inside = (one: Json): readonly Json[] =>
    typeof one !== 'object' || one === null || rawNumber(one) !== null
      ? []
      : isList(one)
        ? one
        : Object.values(one);
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(inside);
  }
  return false;
}

/** As JSON.stringify does, which gives up some thousand levels down. */
function oneLine(value: Json): string {
  const parts: string[] = [];
  const stack: (string | readonly [value: Json])[] = [[value]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const [one] = next;
    if (typeof one !== 'object' || one === null || rawNumber(one) !== null) {
      parts.push(JSON.stringify(one));
      continue;
    }
    const members = isList(one)
      ? one.map((item) => ['', item] as const)
      : Object.entries(one).map(([key, item]) => [`${JSON.stringify(key)}:`, item] as const);
    parts.push(isList(one) ? '[' : '{');
    stack.push(isList(one) ? ']' : '}');
    for (const [index, [key, item]] of [...members.entries()].toReversed())
      stack.push([item], index === 0 ? key : `,${key}`);
  }
  return parts.join('');
}

/**
 * A value as one line of at most so many characters; it costs no more than that, whatever the
 * value's size. Empty for nothing.
 */
export function previewText(value: Json | undefined, charsMax: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.slice(0, charsMax);
  const parts: string[] = [];
  let left = charsMax;
  const put = (text: string): boolean => {
    parts.push(text.slice(0, left));
    left -= text.length;
    return left > 0;
  };
  const visit = (one: Json): boolean => {
    if (typeof one === 'string') return put(JSON.stringify(one.slice(0, left)));
    if (typeof one !== 'object' || one === null || rawNumber(one) !== null)
      return put(JSON.stringify(one));
    const list: readonly Json[] | null = isList(one) ? one : null;
    const keys = list === null ? Object.keys(one) : list.keys();
    if (!put(list === null ? '{' : '[')) return false;
    let first = true;
    for (const key of keys) {
      if (!first && !put(', ')) return false;
      first = false;
      if (typeof key === 'string' && !put(`${JSON.stringify(key.slice(0, left))}: `)) return false;
      if (!visit((typeof key === 'string' ? prop(one, key) : list?.[key]) ?? null)) return false;
    }
    return put(list === null ? '}' : ']');
  };
  visit(value);
  return parts.join('');
}
