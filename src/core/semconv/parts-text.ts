import type { JsonValue } from '#core/filter/predicate.ts';
import { parseJsonStructure } from './json-text.ts';
import { isJsonArray, isJsonObject } from './plain-object.ts';
import { providerPart } from './provider-parts.ts';

/** Beside `text`, what a part of nothing but text may have. */
const TEXT_PART_KEYS: ReadonlySet<string> = new Set([
  'text',
  'type',
  'annotations',
  'cache_control',
]);

/**
 * The parts of a message's content that is JSON text of them (`[{"text": …}]`, as Strands sends
 * it); null for any other text.
 */
export function partsInText(text: string): readonly JsonValue[] | null {
  const parsed = text.startsWith('[{') ? parseJsonStructure(text) : undefined;
  return isJsonArray(parsed) && parsed.length > 0 && parsed.every(isPart) ? parsed : null;
}

/** The text of a list of parts that are nothing but text; null for anything else. */
export function textOfParts(value: JsonValue): string | null {
  const parts = typeof value === 'string' ? partsInText(value) : isJsonArray(value) ? value : null;
  if (parts === null || parts.length === 0) return null;
  const texts = parts.map(textOfPart);
  return texts.every((text) => text !== null) ? texts.join('\n') : null;
}

function isPart(value: JsonValue): boolean {
  return textOfPart(value) !== null || (isJsonObject(value) && providerPart(value) !== null);
}

/** The text of a part that has nothing else; null for other parts. */
function textOfPart(value: JsonValue): string | null {
  if (!isJsonObject(value) || !Object.keys(value).every((key) => TEXT_PART_KEYS.has(key)))
    return null;
  const { text } = value;
  return typeof text === 'string' ? text : null;
}
