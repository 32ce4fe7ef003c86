import { rawNumber } from '#web/platform/text/exact-json.ts';
import { isList, isObject, type Json } from '#web/platform/text/json.ts';
import { isBytes } from './embedded-bytes.ts';

export type Language = 'python' | 'typescript';

const INDENT = '    ';
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/**
 * A JSON value as a literal of the language, laid out over lines. Text stays a quoted string:
 * nothing in it can become code.
 */
export function literal(value: Json, language: Language, depth = 0): string {
  if (isList(value))
    return block(
      '[',
      value.map((item) => literal(item, language, depth + 1)),
      ']',
      depth,
    );
  const number = rawNumber(value);
  if (number !== null) return number;
  if (isObject(value)) {
    const fields = Object.keys(value).map((key) => {
      const one = value[key] ?? null;
      const text =
        typeof one === 'string' && isBytes(value, key, language)
          ? bytes(one, language)
          : literal(one, language, depth + 1);
      return `${keyOf(key, language)}: ${text}`;
    });
    return block('{', fields, '}', depth);
  }
  if (typeof value === 'string') return quoted(value);
  if (language === 'python')
    return value === null
      ? 'None'
      : value === true
        ? 'True'
        : value === false
          ? 'False'
          : JSON.stringify(value);
  return JSON.stringify(value);
}

function bytes(base64: string, language: Language): string {
  return language === 'python'
    ? `base64.b64decode(${quoted(base64)})`
    : `Buffer.from(${quoted(base64)}, "base64")`;
}

/**
 * Arguments of a call: `name=value` in Python for what is known to be an argument; the rest goes
 * into `extra_body`, which is sent as it is.
 */
export function pythonArguments(
  values: { readonly [key: string]: Json },
  known: ReadonlySet<string>,
): readonly string[] {
  const named = Object.keys(values).filter((key) => known.has(key));
  const rest = Object.keys(values).filter((key) => !known.has(key));
  const lines = named.map((key) => `${key}=${literal(values[key] ?? null, 'python', 1)}`);
  if (rest.length === 0) return lines;
  return [
    ...lines,
    `extra_body=${literal(Object.fromEntries(rest.map((key) => [key, values[key] ?? null])), 'python', 1)}`,
  ];
}

function keyOf(key: string, language: Language): string {
  if (language === 'python') return quoted(key);
  // A plain `__proto__` in a literal would set the prototype.
  if (key === '__proto__') return '["__proto__"]';
  return IDENTIFIER.test(key) ? key : quoted(key);
}

/**
 * A double-quoted string that both languages and JSON read alike. Lone halves of pairs are written
 * as escapes.
 */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function block(open: string, items: readonly string[], close: string, depth: number): string {
  if (items.length === 0) return open + close;
  const inner = INDENT.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${INDENT.repeat(depth)}${close}`;
}
