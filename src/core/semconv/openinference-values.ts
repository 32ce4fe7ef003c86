import type { JsonValue } from '#core/filter/predicate.ts';
import type { FlatAttributes } from './flat-attributes.ts';
import { parseJsonText } from './json-text.ts';

/** Attributes that OpenInference has as JSON text, by how their keys end. */
const JSON_KEY_ENDS = ['metadata', 'tool.parameters', 'llm.prompt_template.variables'];
const TOKEN_COUNT = 'llm.token_count.';
const LETTER_A = 0x61;
const LETTER_S = 0x73;

/**
 * Gives OpenInference's attributes the types readers expect: JSON text is parsed where the
 * convention has JSON (what is no JSON stays text, JSON null goes), token counts are integers, and
 * an input that is not text becomes JSON text.
 */
export function typeOpenInferenceValues(attributes: FlatAttributes): void {
  for (const [key, value] of attributes) {
    if (typeof value === 'string' && isJsonKey(key)) {
      const parsed = parseJsonText(value);
      if (parsed === null) attributes.delete(key);
      else if (parsed !== undefined) attributes.set(key, parsed);
    } else if (key.startsWith(TOKEN_COUNT)) {
      attributes.set(key, integer(value));
    }
  }
  const input = attributes.get('input.value');
  if (input === undefined || typeof input === 'string') return;
  attributes.set('input.value', JSON.stringify(input));
  attributes.set('input.mime_type', 'application/json');
}

function isJsonKey(key: string): boolean {
  const last = key.charCodeAt(key.length - 1);
  return (last === LETTER_A || last === LETTER_S) && JSON_KEY_ENDS.some((end) => key.endsWith(end));
}

function integer(value: JsonValue): JsonValue {
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : value;
}
