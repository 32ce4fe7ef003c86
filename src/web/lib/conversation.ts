import { unwrapExactJson } from './exact-json.ts';
import { asNumber, asString, asText, at, isList, isObject, prop, unwrapJson } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { mediaPartOf } from './media-part.ts';
import type { MediaPart } from './media-part.ts';

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | MediaPart
  | { readonly type: 'other'; readonly value: Json };

export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  /** Parsed when it was JSON. */
  readonly args: Json;
}

export interface Message {
  readonly role: string;
  readonly name: string | null;
  readonly parts: readonly MessagePart[];
  readonly toolCalls: readonly ToolCall[];
  /** Which call a tool's message answers. */
  readonly toolCallId: string | null;
}

export interface Conversation {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

/** What an LLM span was told and what it answered, from its attributes as nested JSON; empty lists when it says nothing of that kind. */
export function conversationOf(attributes: Json): Conversation {
  const llm = prop(attributes, 'llm');
  const input = listOf(prop(llm, 'input_messages')).map((item) => openInferenceMessage(prop(item, 'message') ?? item));
  const output = listOf(prop(llm, 'output_messages')).map((item) => openInferenceMessage(prop(item, 'message') ?? item));
  if (input.length + output.length > 0) return { input, output };
  const completion = completionOf(llm);
  if (completion.input.length + completion.output.length > 0) return completion;
  return genAiConversation(prop(attributes, 'gen_ai'));
}

/** A list, whether it was sent as one or as an object with numeric keys. */
export function listOf(value: Json | undefined): readonly Json[] {
  const unwrapped = unwrapJson(value);
  if (isList(unwrapped)) return unwrapped;
  if (!isObject(unwrapped)) return [];
  const keys = Object.keys(unwrapped).filter((key) => /^\d+$/.test(key));
  return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => unwrapped[key] ?? null);
}

function openInferenceMessage(message: Json): Message {
  const parts: MessagePart[] = [];
  const content = prop(message, 'content');
  if (typeof content === 'string') {
    if (content !== '') parts.push(...(partsInText(content) ?? [{ type: 'text' as const, text: content }]));
  } else if (content !== undefined && content !== null) {
    parts.push(...listOf(content).map(chatPart));
  }
  for (const item of listOf(prop(message, 'contents'))) parts.push(openInferencePart(prop(item, 'message_content') ?? item));
  const toolCalls = listOf(prop(message, 'tool_calls')).map((item) => toolCall(prop(item, 'tool_call') ?? item));
  const functionName = asString(prop(message, 'function_call_name'));
  if (functionName !== null)
    toolCalls.push({ id: null, name: functionName, args: unwrapExactJson(prop(message, 'function_call_arguments_json')) ?? null });
  return {
    role: asString(prop(message, 'role')) ?? 'unknown',
    name: asString(prop(message, 'name')),
    parts,
    toolCalls,
    toolCallId: asString(prop(message, 'tool_call_id')),
  };
}

function openInferencePart(part: Json): MessagePart {
  const media = mediaPartOf(part);
  if (media !== null) return media;
  const text = prop(part, 'text');
  if (typeof text !== 'string') return { type: 'other', value: part };
  if (prop(part, 'type') === 'reasoning') return { type: 'reasoning', text };
  // What OpenInference has no key for comes as JSON.
  return (text.startsWith('{') ? mediaPartOf(unwrapJson(text) ?? null) : null) ?? { type: 'text', text };
}

const PART_TYPES = new Set(
  'text input_text output_text refusal thinking reasoning image image_url input_image input_audio audio document file input_file blob uri'.split(
    ' ',
  ),
);

/** The parts of a content that was sent as the JSON text of their list, as some instrumentations do; null for any other text. */
function partsInText(text: string): readonly MessagePart[] | null {
  if (!/^\s*\[\s*\{/.test(text)) return null;
  const list = unwrapJson(text);
  const areParts = isList(list) && list.every((part) => PART_TYPES.has(asString(prop(part, 'type')) ?? ''));
  return areParts ? list.map(chatPart) : null;
}

/** A part as the providers' chat APIs spell it. */
function chatPart(part: Json): MessagePart {
  if (typeof part === 'string') return { type: 'text', text: part };
  const media = mediaPartOf(part);
  if (media !== null) return media;
  const reasoning = asString(prop(part, 'thinking')) ?? asString(prop(part, 'reasoning'));
  if (reasoning !== null) return { type: 'reasoning', text: reasoning };
  const text = prop(part, 'text') ?? prop(part, 'content');
  return typeof text === 'string'
    ? { type: prop(part, 'type') === 'reasoning' ? 'reasoning' : 'text', text }
    : { type: 'other', value: part };
}

function toolCall(call: Json): ToolCall {
  const args = prop(prop(call, 'function'), 'arguments') ?? prop(call, 'arguments');
  return {
    id: asString(prop(call, 'id')),
    name: asString(at(call, 'function', 'name')) ?? asString(prop(call, 'name')) ?? 'tool',
    args: unwrapExactJson(args) ?? null,
  };
}

/** The text-completion spelling: `llm.prompts` and `llm.choices`. */
function completionOf(llm: Json | undefined): Conversation {
  const message = (role: string, text: Json | undefined): readonly Message[] =>
    typeof text === 'string' ? [{ role, name: null, parts: [{ type: 'text', text }], toolCalls: [], toolCallId: null }] : [];
  return {
    input: listOf(prop(llm, 'prompts')).flatMap((item) => message('prompt', at(item, 'prompt', 'text'))),
    output: listOf(prop(llm, 'choices')).flatMap((item) => message('completion', at(item, 'completion', 'text'))),
  };
}

/** OpenTelemetry's GenAI messages: `{role, parts: [{type, …}]}`, sent as JSON text or as nested attributes. */
function genAiConversation(genAi: Json | undefined): Conversation {
  const system = listOf(at(genAi, 'system_instructions'))
    .map((part) => genAiPart(part))
    .flatMap((part) => part.parts);
  const input = listOf(at(genAi, 'input', 'messages')).map(genAiMessage);
  const output = listOf(at(genAi, 'output', 'messages')).map(genAiMessage);
  const first: readonly Message[] =
    system.length === 0 ? [] : [{ role: 'system', name: null, parts: system, toolCalls: [], toolCallId: null }];
  return { input: [...first, ...input], output };
}

function genAiMessage(message: Json): Message {
  const pieces = listOf(prop(message, 'parts')).map(genAiPart);
  const content = asString(prop(message, 'content'));
  const parts = pieces.flatMap((piece) => piece.parts);
  return {
    role: asString(prop(message, 'role')) ?? 'unknown',
    name: asString(prop(message, 'name')),
    parts: parts.length === 0 && content !== null ? [{ type: 'text', text: content }] : parts,
    toolCalls: pieces.flatMap((piece) => piece.calls),
    toolCallId: pieces.find((piece) => piece.answers !== null)?.answers ?? null,
  };
}

interface GenAiPiece {
  readonly parts: readonly MessagePart[];
  readonly calls: readonly ToolCall[];
  readonly answers: string | null;
}

function genAiPart(part: Json): GenAiPiece {
  const type = prop(part, 'type');
  if (type === 'tool_call') return { parts: [], calls: [toolCall(part)], answers: null };
  if (type === 'tool_call_response') {
    const text = asText(prop(part, 'response') ?? prop(part, 'result')) ?? '';
    return { parts: [{ type: 'text', text }], calls: [], answers: asString(prop(part, 'id')) };
  }
  return { parts: [chatPart(part)], calls: [], answers: null };
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string | null;
  readonly schema: Json;
}

/** The tools a model was offered. */
export function toolsOf(attributes: Json): readonly ToolSpec[] {
  return listOf(at(attributes, 'llm', 'tools')).map((item) => {
    const schema = unwrapJson(at(item, 'tool', 'json_schema') ?? prop(item, 'json_schema') ?? item) ?? null;
    const inner = prop(schema, 'function') ?? schema;
    return {
      name: asString(prop(inner, 'name')) ?? 'tool',
      description: asString(prop(inner, 'description')),
      schema: prop(inner, 'parameters') ?? prop(inner, 'input_schema') ?? inner,
    };
  });
}

/** The parameters a model was called with. */
export function invocationParametersOf(attributes: Json): JsonObject | null {
  const value = unwrapJson(at(attributes, 'llm', 'invocation_parameters'));
  return isObject(value) && Object.keys(value).length > 0 ? value : null;
}

/** All text of a message, for a count or a one-line look. */
export function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : '')).join('\n');
}

/** Time to the first token in milliseconds, from the events senders mark it with or the attributes of GenAI (seconds) and the Vercel AI SDK (milliseconds). */
export function firstTokenMs(attributes: Json, events: readonly { readonly name: string; readonly offsetMs: number }[]): number | null {
  const seconds =
    asNumber(at(attributes, 'gen_ai', 'server', 'time_to_first_token')) ??
    asNumber(at(attributes, 'gen_ai', 'response', 'time_to_first_chunk'));
  if (seconds !== null) return seconds * 1000;
  const ms = asNumber(at(attributes, 'ai', 'response', 'msToFirstChunk'));
  if (ms !== null) return ms;
  const event = events.find((one) => /first[\s_.-]?(?:token|chunk)/i.test(one.name));
  return event === undefined ? null : event.offsetMs;
}

/** Text that is JSON, laid out; other text as it is. */
export function prettyText(text: string): string {
  const value = unwrapExactJson(text);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
