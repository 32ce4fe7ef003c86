import type { JsonValue } from '#core/filter/predicate.ts';
import { addMessages } from './chat-message.ts';
import { hasPrefix, type FlatAttributes } from './flat-attributes.ts';
import { parseJsonText } from './json-text.ts';
import { INPUT_MESSAGES, OUTPUT_MESSAGES } from './map-messages.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';
import { requestMessages, requestTools, responseMessages } from './provider-bodies.ts';
import { addDocuments, addEmbeddedTexts, setValue } from './span-values.ts';
import { textOfParts } from './parts-text.ts';

/**
 * A span's input and output where a library has one attribute for each, whatever the span's kind:
 * messages and tools of a model call, texts of an embedding, documents of a retriever, values for
 * all other kinds.
 */
export function mapSides(
  attributes: FlatAttributes,
  input: JsonValue | undefined,
  output: JsonValue | undefined,
): void {
  const kind = attributes.get('openinference.span.kind');
  if (kind === 'LLM') {
    const sent = requestMessages(input);
    const received = responseMessages(output);
    if (!hasPrefix(attributes, `${INPUT_MESSAGES}.`)) addMessages(attributes, INPUT_MESSAGES, sent);
    if (!hasPrefix(attributes, `${OUTPUT_MESSAGES}.`))
      addMessages(attributes, OUTPUT_MESSAGES, received);
    if (!hasPrefix(attributes, 'llm.tools.'))
      for (const [index, tool] of requestTools(input).entries())
        attributes.set(`llm.tools.${index}.tool.json_schema`, tool);
    if (sent.length === 0) setSide(attributes, 'input', input);
    if (received.length === 0) setSide(attributes, 'output', output);
    return;
  }
  if (kind === 'EMBEDDING')
    addEmbeddedTexts(attributes, isJsonObject(input) ? input['input'] : input);
  const documents =
    kind === 'RETRIEVER' ? (isJsonObject(output) ? output['documents'] : output) : undefined;
  if (isJsonArray(documents)) addDocuments(attributes, documents);
  // Vectors are no text, and documents are shown as such.
  else if (kind !== 'EMBEDDING') setSide(attributes, 'output', output);
  setSide(
    attributes,
    'input',
    kind === 'EMBEDDING' && isJsonObject(input) ? input['input'] : input,
  );
}

/** Texts of JSON where they are JSON, else the text. */
export function parsed(text: JsonValue | undefined): JsonValue | undefined {
  return typeof text === 'string' ? (parseJsonText(text) ?? text) : text;
}

/** Everything under a prefix as one object, for `metadata`. */
export function mapMetadata(attributes: FlatAttributes, prefixes: readonly string[]): void {
  if (attributes.has('metadata') || hasPrefix(attributes, 'metadata.')) return;
  const metadata = new PlainObject();
  for (const [key, value] of attributes) {
    const prefix = prefixes.find((start) => key.startsWith(start));
    if (prefix !== undefined) metadata[key.slice(prefix.length)] = parsed(value) ?? value;
  }
  if (Object.keys(metadata).length > 0) attributes.set('metadata', JSON.stringify(metadata));
}

function setSide(
  attributes: FlatAttributes,
  side: 'input' | 'output',
  value: JsonValue | undefined,
): void {
  if (value === undefined || value === null || attributes.has(`${side}.value`)) return;
  setValue(attributes, side, textOfParts(value) ?? value);
}
