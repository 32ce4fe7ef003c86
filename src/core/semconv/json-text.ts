import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from './plain-object.ts';

/** Attributes that hold JSON as text are parsed up to here; beyond, they stay text. */
const DEPTH_MAX = 64;
const VALUES_MAX = 200_000;
const TEXT_CHARS_MAX = 8 * 1024 * 1024;
const QUOTE = 0x22;

/**
 * The JSON value that a text spells; undefined when it spells none, or one too deep or too large to
 * unpack.
 */
export function parseJsonText(text: string): JsonValue | undefined {
  if (text.length > TEXT_CHARS_MAX) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Not JSON (a SyntaxError), or deeper than the parser goes (a RangeError): text is text.
    return undefined;
  }
  return toPlain(parsed, DEPTH_MAX, { values: VALUES_MAX });
}

/**
 * As `parseJsonText`, for texts that look like an object or an array; other texts are left alone.
 */
export function parseJsonStructure(text: string): JsonValue | undefined {
  const first = text.trimStart().charAt(0);
  return first === '{' || first === '[' ? parseJsonText(text) : undefined;
}

function toPlain(value: unknown, depth: number, budget: { values: number }): JsonValue | undefined {
  if (--budget.values < 0) return undefined;
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    typeof value === 'number'
  )
    return value;
  if (typeof value !== 'object' || depth === 0) return undefined;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) {
      const plain = toPlain(item, depth - 1, budget);
      if (plain === undefined) return undefined;
      items.push(plain);
    }
    return items;
  }
  const object = new PlainObject();
  for (const [key, item] of Object.entries(value)) {
    const plain = toPlain(item, depth - 1, budget);
    if (plain === undefined) return undefined;
    object[key] = plain;
  }
  return object;
}

/**
 * Text that was sent as JSON text (`"LLM"`, quotes and all), without the quotes; other text as it
 * is.
 */
export function unquoted(text: string): string {
  if (text.length < 2 || text.charCodeAt(0) !== QUOTE || text.charCodeAt(text.length - 1) !== QUOTE)
    return text;
  const parsed = parseJsonText(text);
  return typeof parsed === 'string' ? parsed : text;
}
