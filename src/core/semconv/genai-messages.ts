import type { JsonValue } from '#core/filter/predicate.ts';
import {
  MESSAGES_MAX,
  NO_MESSAGE,
  optionalText,
  type ChatMessage,
  type MessagePart,
  type ToolCall,
} from './chat-message.ts';
import { member } from './flat-attributes.ts';
import { parseJsonStructure } from './json-text.ts';
import { isJsonArray, isJsonObject } from './plain-object.ts';
import { providerPart, type ProviderPart } from './provider-parts.ts';

/**
 * Messages as the OTel GenAI conventions have them (`gen_ai.input.messages` and the like): a list
 * of `{role, parts}`, as JSON text or as a structured value. The shapes of provider APIs and the AI
 * SDK (`{role, content}`) are read as well, since instrumentations often put those there.
 */
export function genAiMessages(value: JsonValue | undefined): readonly ChatMessage[] {
  const parsed = structure(value);
  if (isJsonArray(parsed)) return parsed.flatMap(genAiTurn);
  return isJsonObject(parsed) ? genAiTurn(parsed) : [];
}

/** `gen_ai.system_instructions`: parts without a message round them, or plain text. */
export function systemInstructions(value: JsonValue | undefined): readonly ChatMessage[] {
  const parsed = structure(value);
  if (typeof parsed === 'string')
    return parsed === ''
      ? []
      : [{ ...NO_MESSAGE, role: 'system', parts: [{ type: 'text', text: parsed }] }];
  if (isJsonArray(parsed) && parsed.length > 0 && member(parsed[0], 'role') !== undefined)
    return parsed.flatMap(genAiTurn);
  const { parts } = readParts(parsed);
  return parts.length === 0 ? [] : [{ ...NO_MESSAGE, role: 'system', parts }];
}

/**
 * One item of a list of messages. Anthropic, Bedrock and Gemini put the results of several tools
 * into one user message: each becomes a tool message. OpenAI's Responses API has items besides
 * messages: calls, results, reasoning.
 */
export function genAiTurn(value: JsonValue): readonly ChatMessage[] {
  const item =
    isJsonObject(value) && value['role'] === undefined && value['parts'] === undefined
      ? providerPart(value)
      : null;
  if (item !== null)
    return [{ ...itemMessage(item), role: item.type === 'answer' ? 'tool' : 'assistant' }];
  const content = isJsonObject(value) ? readParts(contentOf(value)) : null;
  if (content === null || content.answers.length === 0) return [genAiMessage(value)];
  const rest = messageOf(value, { ...content, answers: [] });
  const answers = content.answers
    .slice(0, MESSAGES_MAX)
    .map((answer): ChatMessage => ({ ...itemMessage(answer), role: 'tool' }));
  const [only] = answers;
  const isAnswerAlone =
    answers.length === 1 && rest.parts.length === 0 && rest.toolCalls.length === 0;
  // Older messages of tools name the call beside the answer.
  if (isAnswerAlone && only !== undefined)
    return [
      { ...only, toolCallId: only.toolCallId ?? rest.toolCallId, name: only.name ?? rest.name },
    ];
  return inOrder({ ...rest, toolCallId: null }, answers);
}

/**
 * A message that also holds tool results: the message follows them, but they answer the calls it
 * names.
 */
function inOrder(rest: ChatMessage, answers: readonly ChatMessage[]): readonly ChatMessage[] {
  const isOwn = rest.toolCalls.some(
    ({ id }) => id !== null && answers.some(({ toolCallId }) => toolCallId === id),
  );
  const calling = isOwn ? [{ ...rest, parts: [] }] : [];
  const saying = isOwn ? { ...rest, toolCalls: [] } : rest;
  return [
    ...calling,
    ...answers,
    ...(saying.parts.length + saying.toolCalls.length === 0 ? [] : [saying]),
  ];
}

/** One message in any of the known shapes; text is a message of unknown role. */
export function genAiMessage(value: JsonValue): ChatMessage {
  return messageOf(value, readParts(isJsonObject(value) ? contentOf(value) : undefined));
}

function contentOf(message: { readonly [key: string]: JsonValue }): JsonValue | undefined {
  return message['parts'] ?? message['content'];
}

function messageOf(value: JsonValue, { parts, toolCalls, answers }: Content): ChatMessage {
  if (!isJsonObject(value))
    return { ...NO_MESSAGE, parts: [{ type: 'text', text: optionalText(value) ?? '' }] };
  const calls = value['tool_calls'] ?? value['toolCalls'];
  const role = optionalText(value['role']);
  // The id of any other author's message names that message, not a call.
  const ownId = role === null || /^(?:tool|function)$/i.test(role) ? value['id'] : undefined;
  const reasoning = value['reasoning_content'] ?? value['reasoning'];
  return {
    role,
    name: optionalText(value['name']) ?? answers[0]?.name ?? null,
    toolCallId: optionalText(value['tool_call_id'] ?? ownId) ?? answers[0]?.id ?? null,
    parts: [
      ...(typeof reasoning !== 'string' || reasoning === ''
        ? []
        : [{ type: 'reasoning' as const, text: reasoning }]),
      ...answers.map(({ result }) => ({ type: 'text' as const, text: optionalText(result) ?? '' })),
      ...parts,
    ],
    toolCalls: [
      ...toolCalls,
      ...(isJsonArray(calls) ? calls.map(toolCall) : []),
      ...functionCall(value['function_call']),
    ],
  };
}

/** OpenAI's forerunner of tool calls, which LiteLLM still sends. */
function functionCall(value: JsonValue | undefined): ToolCall[] {
  return isJsonObject(value) && value['name'] !== undefined ? [toolCall(value)] : [];
}

function itemMessage(item: ProviderPart): ChatMessage {
  if (item.type === 'call') return { ...NO_MESSAGE, toolCalls: [callOf(item)] };
  if (item.type === 'reasoning') return { ...NO_MESSAGE, parts: [item] };
  const { id, name, result } = item;
  return {
    ...NO_MESSAGE,
    name,
    toolCallId: id,
    parts: [{ type: 'text', text: optionalText(result) ?? '' }],
  };
}

function callOf({ id, name, args }: Extract<ProviderPart, { type: 'call' }>): ToolCall {
  return { id, name, arguments: optionalText(args) };
}

interface Content {
  readonly parts: MessagePart[];
  readonly toolCalls: ToolCall[];
  readonly answers: Extract<ProviderPart, { type: 'answer' }>[];
}

function readParts(value: JsonValue | undefined): Content {
  const content: Content = { parts: [], toolCalls: [], answers: [] };
  if (value === undefined || value === null || value === '') return content;
  if (!isJsonArray(value)) readPart(content, value);
  else for (const part of value) readPart(content, part);
  return content;
}

function readPart(content: Content, part: JsonValue): void {
  if (!isJsonObject(part)) {
    content.parts.push({ type: 'text', text: optionalText(part) ?? '' });
    return;
  }
  const known = providerPart(part);
  if (known === null) return readOtherPart(content, part);
  if (known.type === 'call') content.toolCalls.push(callOf(known));
  else if (known.type === 'answer') content.answers.push(known);
  else content.parts.push(known);
}

/** Text, pictures, and what is unknown: kept as the JSON it is. */
function readOtherPart(content: Content, part: { readonly [key: string]: JsonValue }): void {
  const text =
    part['text'] ??
    part['refusal'] ??
    (part['type'] === 'text' || part['type'] === undefined ? part['content'] : undefined);
  if (text !== undefined && text !== null) {
    content.parts.push({ type: 'text', text: optionalText(text) ?? '' });
    return;
  }
  const url = imageUrl(part);
  content.parts.push(
    url === null ? { type: 'text', text: JSON.stringify(part) } : { type: 'image', url },
  );
}

function imageUrl(part: { readonly [key: string]: JsonValue }): string | null {
  const mime = optionalText(part['mime_type'] ?? part['mediaType'] ?? part['mimeType']);
  const picture =
    part['modality'] === 'image' ||
    part['type'] === 'image' ||
    part['type'] === 'image_url' ||
    (mime?.startsWith('image/') ?? false);
  if (!picture) return null;
  const uri = optionalText(
    part['uri'] ?? member(part['image_url'], 'url') ?? part['image'] ?? part['url'],
  );
  if (uri !== null) return uri;
  const data = optionalText(part['content'] ?? part['data']);
  return data === null ? null : `data:${mime ?? 'image/png'};base64,${data}`;
}

/**
 * A tool call in the shapes of OTel, OpenAI (`function`), Anthropic (`input`) and the AI SDK
 * (`toolName`, `args`).
 */
export function toolCall(value: JsonValue): ToolCall {
  const inner = member(value, 'function');
  return {
    id: optionalText(
      member(value, 'id') ?? member(value, 'toolCallId') ?? member(value, 'call_id'),
    ),
    name: optionalText(member(value, 'name') ?? member(value, 'toolName') ?? member(inner, 'name')),
    arguments: optionalText(
      member(value, 'arguments') ??
        member(value, 'args') ??
        member(value, 'input') ??
        member(inner, 'arguments'),
    ),
  };
}

/** JSON text as what it spells; other text and structured values as they are. */
export function structure(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? (parseJsonStructure(value) ?? value) : value;
}
