import { providerPart } from '#core/semconv/provider-parts.ts';
import { unwrapExactJson } from '#web/platform/text/exact-json.ts';
import {
  asString,
  asText,
  isList,
  isObject,
  prop,
  unwrapJson,
  type Json,
  type JsonObject,
} from '#web/platform/text/json.ts';
import { mediaPartOf, type MediaPart } from '#web/ui/media/media-part.ts';

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  /** Without text where the provider gave it out encrypted only. */
  | { readonly type: 'reasoning'; readonly text: string }
  | MediaPart
  | { readonly type: 'other'; readonly value: Json };

export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  /** Parsed when it was JSON. */
  readonly args: Json;
}

export interface ToolAnswer {
  readonly id: string | null;
  readonly name: string | null;
  readonly text: string;
}

/** A message's content: text, tool calls, and tool results. */
export interface Content {
  readonly parts: readonly MessagePart[];
  readonly calls: readonly ToolCall[];
  readonly answers: readonly ToolAnswer[];
}

type Piece =
  | MessagePart
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'answer'; readonly answer: ToolAnswer };

/** Parts as the providers' chat APIs and GenAI spell them. */
export function chatContent(parts: readonly Json[]): Content {
  return sorted(parts.map(chatPiece));
}

/** Parts as OpenInference spells them: `message_content` of a type. */
export function openInferenceContent(parts: readonly Json[]): Content {
  return sorted(parts.map(openInferencePiece));
}

/**
 * The parts of a content that was sent as the JSON text of their list, as some instrumentations do;
 * null for any other text.
 */
export function contentInText(text: string): Content | null {
  if (!/^\s*\[\s*\{/.test(text)) return null;
  const list = unwrapJson(text);
  return isList(list) && list.every((part) => isObject(part) && isPart(part))
    ? chatContent(list)
    : null;
}

/** A call of a tool as messages name it: OpenAI's `function`, or name and arguments themselves. */
export function toolCallOf(call: Json): ToolCall {
  const inner = prop(call, 'function');
  const args = prop(inner, 'arguments') ?? prop(call, 'arguments');
  return {
    id: asString(prop(call, 'id')),
    name: asString(prop(inner, 'name')) ?? asString(prop(call, 'name')) ?? 'tool',
    args: unwrapExactJson(args) ?? null,
  };
}

function sorted(pieces: readonly Piece[]): Content {
  const [parts, calls, answers]: [MessagePart[], ToolCall[], ToolAnswer[]] = [[], [], []];
  for (const piece of pieces) {
    if (piece.type === 'call') calls.push(piece.call);
    else if (piece.type === 'answer') answers.push(piece.answer);
    else parts.push(piece);
  }
  return { parts, calls, answers };
}

function chatPiece(part: Json): Piece {
  if (!isObject(part)) return { type: 'text', text: asText(part) ?? '' };
  const known = knownPiece(part);
  if (known !== null) return known;
  const text = prop(part, 'text') ?? prop(part, 'content') ?? prop(part, 'refusal');
  return typeof text === 'string' ? { type: 'text', text } : { type: 'other', value: part };
}

function openInferencePiece(part: Json): Piece {
  if (!isObject(part)) return chatPiece(part);
  const text = prop(part, 'text');
  // Content without an OpenInference key comes as JSON.
  const inText = typeof text === 'string' && text.startsWith('{') ? unwrapJson(text) : null;
  const known =
    isObject(inText) && prop(part, 'type') !== 'reasoning' ? knownPiece(inText) : knownPiece(part);
  return (
    known ?? (typeof text === 'string' ? { type: 'text', text } : { type: 'other', value: part })
  );
}

/** A provider's part other than text; null for text and for unknown parts. */
function knownPiece(part: JsonObject): Piece | null {
  const found = providerPart(part);
  if (found === null) return mediaPartOf(part);
  if (found.type === 'reasoning') return found;
  const { id, name } = found;
  if (found.type === 'answer')
    return { type: 'answer', answer: { id, name, text: asText(found.result) ?? '' } };
  return {
    type: 'call',
    call: { id, name: name ?? 'tool', args: unwrapExactJson(found.args) ?? null },
  };
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal']);
/** Gemini's and Bedrock's text has no type, and a signature at most. */
const TEXT_KEYS: ReadonlySet<string> = new Set(['text', 'thoughtSignature', 'thought_signature']);

function isPart(part: JsonObject): boolean {
  if (TEXT_TYPES.has(asString(prop(part, 'type')) ?? '')) return true;
  if (
    typeof prop(part, 'text') === 'string' &&
    Object.keys(part).every((key) => TEXT_KEYS.has(key))
  )
    return true;
  return knownPiece(part) !== null;
}
