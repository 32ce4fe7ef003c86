import type { JsonValue } from '#core/filter/predicate.ts';
import { cutText } from '#core/semconv/derive-span.ts';
import { embeddedText, mayHoldText, textsInOne } from '#core/semconv/embedded-text.ts';
import { parseJsonStructure } from '#core/semconv/json-text.ts';
import { heldAnswer, heldMessages } from '#core/semconv/langchain-message.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { attributesNested } from './span-attributes.ts';
import { decodeSpan } from './span-codec.ts';
import { WantedAttributes } from './wanted-attributes.ts';

/** A one-line preview of a span's input and output; null if it has none. */
export interface SpanPreview {
  readonly input: string | null;
  readonly output: string | null;
}

/**
 * Text is looked at up to here before blanks are folded: previews are short, values may be
 * megabytes.
 */
const SCANNED_FACTOR = 4;
const BLANKS = /\s+/g;
/** JSON is parsed for the messages in it up to here. */
const HELD_CHARS_MAX = 64 * 1024;
const HOLDS_MESSAGES = /"(?:content|tasks_output|expected_output)"\s*:/;
/**
 * And without a sign of messages, for a text among arguments, up to here: lists show hundreds of
 * values.
 */
const HELD_TEXT_CHARS_MAX = 4 * 1024;
/** Characters that folding would change. */
const FOLDABLE = /^\s|\s\s|[^\S ]/;
/** Most spans have both, and then nothing else is looked at. */
const VALUES = new WantedAttributes([
  ['input', 'value'],
  ['output', 'value'],
]);

/** `previewSpan` of a span's own bytes: what a skim accepted. */
export function previewSpanBytes(bytes: Uint8Array, charsMax: number): SpanPreview {
  const values = VALUES.of(bytes);
  const isEnough =
    isReadable(at(values, 'input', 'value')) && isReadable(at(values, 'output', 'value'));
  return previewSpan(isEnough ? values : attributesNested(decodeSpan(bytes)), charsMax);
}

/**
 * Instrumentations put a model's whole request in JSON into `input.value`, or what Python prints of
 * an object: what it says is elsewhere.
 */
function isReadable(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string') return value !== undefined && value !== null;
  return !/^\s*[[{<]/.test(value);
}

/**
 * Previews for lists, from a span's nested attributes: its input and output values, else (or where
 * these are JSON) what its kind has instead (the last message to the model and the first from it,
 * tool calls by name, the texts of an embedding, a tool's parameters, a retriever's documents),
 * else the last message in that JSON, or the text. Blanks are folded and the text is cut to
 * `charsMax` characters.
 */
export function previewSpan(attributes: JsonObject, charsMax: number): SpanPreview {
  const { input, output } = sidesOf(attributes);
  return { input: line(input, charsMax), output: line(output, charsMax) };
}

/**
 * The same as they were written, line breaks and all, cut to `charsMax` characters; what is no text
 * is JSON.
 */
export function spanTexts(attributes: JsonObject, charsMax: number): SpanPreview {
  const { input, output } = sidesOf(attributes);
  return { input: wholeText(input, charsMax), output: wholeText(output, charsMax) };
}

function sidesOf(attributes: JsonObject): {
  readonly input: JsonValue | undefined;
  readonly output: JsonValue | undefined;
} {
  const llm = attributes['llm'];
  const sent = at(attributes, 'input', 'value');
  const received = at(attributes, 'output', 'value');
  const input =
    (isReadable(sent)
      ? sent
      : (embedded(attributes) ??
        lastMessage(at(llm, 'input_messages')) ??
        heldText(sent, heldMessages, 'user'))) ??
    sent ??
    at(attributes, 'tool', 'parameters') ??
    at(attributes, 'reranker', 'query');
  const found = () =>
    documents(
      at(attributes, 'reranker', 'output_documents') ?? at(attributes, 'retrieval', 'documents'),
    );
  const output = isReadable(received)
    ? received
    : (answer(at(llm, 'output_messages')) ??
      found() ??
      heldText(received, heldAnswer, null) ??
      received);
  return { input, output };
}

function wholeText(value: JsonValue | undefined, charsMax: number): string | null {
  if (value === undefined || value === null || value === '') return null;
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), charsMax);
}

function line(value: JsonValue | undefined, charsMax: number): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Most texts have nothing to fold where it would show.
  if (text.length > charsMax && !FOLDABLE.test(text.slice(0, charsMax + 1)))
    return cutText(text, charsMax);
  const folded = text
    .slice(0, charsMax * SCANNED_FACTOR)
    .replace(BLANKS, ' ')
    .trim();
  return folded === '' ? null : cutText(folded, charsMax);
}

/** The last message of the user, else the last that says anything. */
function lastMessage(messages: JsonValue | undefined): string | undefined {
  if (!isJsonArray(messages)) return undefined;
  const found = messages
    .map((item) => ({ role: at(item, 'message', 'role'), text: messageText(at(item, 'message')) }))
    .filter(({ text }) => text !== undefined);
  return (found.findLast(({ role }) => role === 'user') ?? found.at(-1))?.text;
}

/** The last text that answers, else the first tool calls, else the first reasoning. */
function answer(messages: JsonValue | undefined): string | undefined {
  if (!isJsonArray(messages)) return undefined;
  const candidates = messages.map((item) => at(item, 'message'));
  const found = candidates.findLast((message) => ownText(message) !== undefined);
  if (found !== undefined) return ownText(found);
  for (const textOf of [messageText, reasoningText]) {
    for (const message of candidates) {
      const text = textOf(message);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/**
 * The text of the last message (of that role, if there is one) that a framework wrote into a value
 * as JSON, else the value's text.
 */
function heldText(
  value: JsonValue | undefined,
  held: typeof heldMessages,
  role: string | null,
): string | undefined {
  if (typeof value !== 'string' || value.length > HELD_CHARS_MAX) return undefined;
  if (!HOLDS_MESSAGES.test(value) && (value.length > HELD_TEXT_CHARS_MAX || !mayHoldText(value)))
    return undefined;
  const parsed = parseJsonStructure(value);
  return heldMessage(parsed, held, role) ?? embeddedText(parsed);
}

function heldMessage(
  value: JsonValue | undefined,
  held: typeof heldMessages,
  role: string | null,
): string | undefined {
  const candidates = held(value)
    .map((message) => ({ role: at(message, 'role'), text: contentText(at(message, 'content')) }))
    .filter(({ text }) => text !== undefined);
  return (candidates.findLast((one) => one.role === role) ?? candidates.at(-1))?.text;
}

/** The text an embedding is computed from; some instrumentations send its texts as messages. */
function embedded(attributes: JsonObject): string | undefined {
  const embedding = attributes['embedding'];
  if (embedding === undefined) return undefined;
  const texts = at(embedding, 'embeddings');
  if (isJsonArray(texts)) return textsInOne(texts.map((one) => at(one, 'embedding', 'text')));
  const messages = at(attributes, 'llm', 'input_messages');
  return isJsonArray(messages)
    ? textsInOne(messages.map((one) => messageText(at(one, 'message'))))
    : undefined;
}

function contentText(content: JsonValue | undefined): string | undefined {
  const parts = isJsonArray(content) ? content.map((part) => at(part, 'text')) : [content];
  const text = parts.filter((part) => typeof part === 'string').join(' ');
  return text.trim() === '' ? undefined : text;
}

/** A message's text, of all its parts but the reasoning. */
function ownText(message: JsonValue | undefined): string | undefined {
  const content = at(message, 'content');
  if (typeof content === 'string' && content.trim() !== '') return content;
  return partTexts(message, (type) => type !== 'reasoning');
}

/** The same; without any, the names of the tools it calls. */
function messageText(message: JsonValue | undefined): string | undefined {
  const text = ownText(message);
  if (text !== undefined) return text;
  const calls = at(message, 'tool_calls');
  if (!isJsonArray(calls)) return undefined;
  const names = calls
    .map((call) => at(call, 'tool_call', 'function', 'name'))
    .filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : names.map((name) => `${name}()`).join(', ');
}

function reasoningText(message: JsonValue | undefined): string | undefined {
  return partTexts(message, (type) => type === 'reasoning');
}

function partTexts(
  message: JsonValue | undefined,
  isWanted: (type: JsonValue | undefined) => boolean,
): string | undefined {
  const parts = at(message, 'contents');
  if (!isJsonArray(parts)) return undefined;
  const texts = parts
    .filter((part) => isWanted(at(part, 'message_content', 'type')))
    .map((part) => at(part, 'message_content', 'text'))
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join(' ');
}

function documents(list: JsonValue | undefined): string | undefined {
  if (!isJsonArray(list) || list.length === 0) return undefined;
  const first = at(list[0], 'document', 'content') ?? at(list[0], 'document', 'id');
  const count = `${list.length} document${list.length === 1 ? '' : 's'}`;
  return typeof first === 'string' ? `${count}: ${first}` : count;
}

/** The value at a path of keys; undefined if the path crosses something other than an object. */
function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let place = value;
  for (const key of path) place = isJsonObject(place) ? place[key] : undefined;
  return place;
}
