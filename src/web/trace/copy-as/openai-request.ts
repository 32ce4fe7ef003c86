import { textOf, type Message } from '#web/trace/conversation.ts';
import type { MessagePart, ToolCall } from '#web/trace/span/message-parts.ts';
import { prop, type Json, type JsonObject } from '#web/platform/text/json.ts';
import { isToolResult, withCallIds } from './call-ids.ts';
import type { ChatCall } from './chat-call.ts';

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
  completion: 'assistant',
  prompt: 'user',
};

const AUDIO_DATA = /^data:audio\/(?:x-)?([^;,]+)[^,]*;base64,(.*)$/s;

/** The body of OpenAI's `POST /v1/chat/completions`. */
export function openAiRequest(call: ChatCall): JsonObject {
  return {
    model: call.model,
    messages: withCallIds(call.messages).map(chatMessage),
    ...(call.tools.length === 0
      ? {}
      : {
          tools: call.tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: {
              name,
              ...(description === null ? {} : { description }),
              parameters: schema,
            },
          })),
        }),
    ...parametersOf(call.parameters),
  };
}

/**
 * By the names of this interface: the conventions and its other interface, Responses, have some of
 * their own.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  stop_sequences: 'stop',
  'choice.count': 'n',
  max_output_tokens: 'max_completion_tokens',
};
/** Only in the Responses API. */
const NOT_HERE = new Set([
  'text',
  'include',
  'truncation',
  'previous_response_id',
  'instructions',
  'background',
  'conversation',
]);

function parametersOf(parameters: JsonObject): JsonObject {
  const named = Object.keys(parameters).flatMap((key): [string, Json][] => {
    const value = parameters[key] ?? null;
    if (key === 'reasoning')
      return typeof prop(value, 'effort') === 'string'
        ? [['reasoning_effort', prop(value, 'effort') ?? null]]
        : [];
    return NOT_HERE.has(key)
      ? []
      : [[Object.hasOwn(OTHER_NAMES, key) ? (OTHER_NAMES[key] ?? key) : key, value]];
  });
  return Object.fromEntries(named);
}

function chatMessage(message: Message): JsonObject {
  if (isToolResult(message))
    return { role: 'tool', tool_call_id: message.toolCallId ?? '', content: textOf(message) };
  const role = message.role.toLowerCase();
  const { toolCalls } = message;
  return {
    role: ROLES[role] ?? role,
    ...(message.name === null ? {} : { name: message.name }),
    content: contentOf(message),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(toolCallJson) }),
  };
}

/** Plain text where it is only that; reasoning is not sent back. */
function contentOf(message: Message): Json {
  const parts = message.parts.filter((part) => part.type !== 'reasoning');
  if (parts.length === 0) return message.toolCalls.length > 0 ? null : '';
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n');
  return parts.map(partJson);
}

function partJson(part: Exclude<MessagePart, { type: 'reasoning' }>): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'image_url', image_url: { url: part.url } };
    case 'audio': {
      const [, format = 'wav', data = part.url] = AUDIO_DATA.exec(part.url) ?? [];
      return { type: 'input_audio', input_audio: { data, format } };
    }
    case 'file':
      return { type: 'file', file: { filename: part.name ?? 'file', file_data: part.url } };
    case 'other':
      return part.value;
  }
}

function toolCallJson({ id, name, args }: ToolCall): JsonObject {
  return {
    id,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}) },
  };
}
