import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_MESSAGE, optionalText } from './chat-message.ts';
import type { ChatMessage, MessagePart, ToolCall } from './chat-message.ts';
import { member } from './flat-attributes.ts';
import { parseJsonStructure } from './json-text.ts';
import { isJsonArray, isJsonObject } from './plain-object.ts';

/**
 * Messages as the OTel GenAI conventions have them (`gen_ai.input.messages` and the like): a list of `{role, parts}`, as JSON text
 * or as a structured value. The shapes of provider APIs and the AI SDK (`{role, content}`) are read as well, since instrumentations
 * often put those there.
 */
export function genAiMessages(value: JsonValue | undefined): readonly ChatMessage[] {
  const parsed = structure(value);
  if (isJsonArray(parsed)) return parsed.map(genAiMessage);
  return isJsonObject(parsed) ? [genAiMessage(parsed)] : [];
}

/** `gen_ai.system_instructions`: parts without a message round them, or plain text. */
export function systemInstructions(value: JsonValue | undefined): readonly ChatMessage[] {
  const parsed = structure(value);
  if (typeof parsed === 'string') return parsed === '' ? [] : [{ ...NO_MESSAGE, role: 'system', parts: [{ type: 'text', text: parsed }] }];
  if (isJsonArray(parsed) && parsed.length > 0 && member(parsed[0], 'role') !== undefined) return parsed.map(genAiMessage);
  const { parts } = readParts(parsed);
  return parts.length === 0 ? [] : [{ ...NO_MESSAGE, role: 'system', parts }];
}

/** One message in any of the known shapes; text is a message of unknown role. */
export function genAiMessage(value: JsonValue): ChatMessage {
  if (!isJsonObject(value)) return { ...NO_MESSAGE, parts: [{ type: 'text', text: optionalText(value) ?? '' }] };
  const content = readParts(value['parts'] ?? value['content']);
  const calls = value['tool_calls'] ?? value['toolCalls'];
  return {
    role: optionalText(value['role']),
    name: optionalText(value['name']),
    toolCallId: optionalText(value['tool_call_id'] ?? value['id']) ?? content.toolCallId,
    parts: content.parts,
    toolCalls: [...content.toolCalls, ...(isJsonArray(calls) ? calls.map(toolCall) : [])],
  };
}

interface Content {
  readonly parts: MessagePart[];
  readonly toolCalls: ToolCall[];
  toolCallId: string | null;
}

function readParts(value: JsonValue | undefined): Content {
  const content: Content = { parts: [], toolCalls: [], toolCallId: null };
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
  switch (part['type']) {
    case 'tool_call':
    case 'tool-call':
    case 'tool_use':
    case 'function_call':
      content.toolCalls.push(toolCall(part));
      return;
    case 'tool_call_response':
    case 'tool-result':
    case 'tool_result': {
      content.toolCallId ??= optionalText(part['id'] ?? part['toolCallId'] ?? part['tool_use_id']);
      const result = part['response'] ?? part['result'] ?? member(part['output'], 'value') ?? part['output'] ?? part['content'];
      content.parts.push({ type: 'text', text: optionalText(result) ?? '' });
      return;
    }
    case 'reasoning':
    case 'thinking':
      content.parts.push({ type: 'reasoning', text: optionalText(part['content'] ?? part['text'] ?? part['thinking']) ?? '' });
      return;
    default:
      readOtherPart(content, part);
  }
}

/** Text, pictures, and what is unknown: kept as the JSON it is. */
function readOtherPart(content: Content, part: { readonly [key: string]: JsonValue }): void {
  const text = part['text'] ?? (part['type'] === 'text' || part['type'] === undefined ? part['content'] : undefined);
  if (text !== undefined && text !== null) {
    content.parts.push({ type: 'text', text: optionalText(text) ?? '' });
    return;
  }
  const url = imageUrl(part);
  content.parts.push(url === null ? { type: 'text', text: JSON.stringify(part) } : { type: 'image', url });
}

function imageUrl(part: { readonly [key: string]: JsonValue }): string | null {
  const mime = optionalText(part['mime_type'] ?? part['mediaType'] ?? part['mimeType']);
  const picture =
    part['modality'] === 'image' || part['type'] === 'image' || part['type'] === 'image_url' || (mime?.startsWith('image/') ?? false);
  if (!picture) return null;
  const uri = optionalText(part['uri'] ?? member(part['image_url'], 'url') ?? part['image'] ?? part['url']);
  if (uri !== null) return uri;
  const data = optionalText(part['content'] ?? part['data']);
  return data === null ? null : `data:${mime ?? 'image/png'};base64,${data}`;
}

/** A tool call in the shapes of OTel, OpenAI (`function`), Anthropic (`input`) and the AI SDK (`toolName`, `args`). */
export function toolCall(value: JsonValue): ToolCall {
  const inner = member(value, 'function');
  return {
    id: optionalText(member(value, 'id') ?? member(value, 'toolCallId') ?? member(value, 'call_id')),
    name: optionalText(member(value, 'name') ?? member(value, 'toolName') ?? member(inner, 'name')),
    arguments: optionalText(member(value, 'arguments') ?? member(value, 'args') ?? member(value, 'input') ?? member(inner, 'arguments')),
  };
}

/** JSON text as what it spells; other text and structured values as they are. */
export function structure(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? (parseJsonStructure(value) ?? value) : value;
}
