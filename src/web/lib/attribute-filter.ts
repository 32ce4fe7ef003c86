import type { Json } from './json.ts';

const VALUE_CHARS_MAX = 500;

/**
 * A condition of the filter language that holds for spans with this value (or, negated, with another or none); null for values it has no
 * words for: lists, objects, null, texts too long for an address.
 */
export function attributeCondition(key: string, value: Json, negate: boolean): string | null {
  const literal = literalOf(value);
  return literal === null ? null : `attributes[${quoted(key)}] ${negate ? '!=' : '=='} ${literal}`;
}

function literalOf(value: Json): string | null {
  if (typeof value === 'string') return value.length > VALUE_CHARS_MAX ? null : quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : null;
}

/** Strings of the language have the escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
