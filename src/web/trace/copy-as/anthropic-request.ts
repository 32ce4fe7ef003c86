import { textOf, type Message } from '#web/trace/conversation.ts';
import type { MessagePart } from '#web/trace/span/message-parts.ts';
import { isInstruction } from '#web/trace/span/conversation-delta.ts';
import { isObject, type Json, type JsonObject } from '#web/platform/text/json.ts';
import { isToolResult, withCallIds } from './call-ids.ts';
import type { ChatCall } from './chat-call.ts';
import { inTurns } from './turns.ts';

/** The interface wants a limit; this is one where the span says none. */
const MAX_TOKENS_DEFAULT = 1024;
const DATA_URL = /^data:([^;,]+);base64,(.*)$/s;

/**
 * The body of Anthropic's `POST /v1/messages`: instructions apart, tool results as the user's,
 * neighbours of one role as one message.
 */
export function anthropicRequest(call: ChatCall): JsonObject {
  const messages = withCallIds(call.messages);
  const system = messages.filter(isInstruction).map(textOf).join('\n\n');
  const talk = messages.filter((message) => !isInstruction(message));
  const turns = inTurns(talk, (message) =>
    isToolResult(message)
      ? [{ type: 'tool_result', tool_use_id: message.toolCallId ?? '', content: textOf(message) }]
      : contentOf(message),
  ).map(({ isModel, content }) => ({ role: isModel ? 'assistant' : 'user', content }));
  const { stop, ...parameters } = Object.fromEntries(
    Object.entries(call.parameters).filter(([key]) => key !== 'choice.count'),
  );
  return {
    model: call.model.replace(/^.*anthropic[./]/i, ''),
    max_tokens: MAX_TOKENS_DEFAULT,
    ...(system === '' ? {} : { system }),
    messages: turns,
    ...(call.tools.length === 0
      ? {}
      : {
          tools: call.tools.map(({ name, description, schema }) => ({
            name,
            ...(description === null ? {} : { description }),
            input_schema: schema,
          })),
        }),
    ...(stop === undefined ? {} : { stop_sequences: stop }),
    ...parameters,
  };
}

function contentOf(message: Message): Json[] {
  const parts = message.parts.flatMap(partJson);
  const calls = message.toolCalls.map(({ id, name, args }) => ({
    type: 'tool_use',
    id,
    name,
    input: isObject(args ?? {}) ? (args ?? {}) : { value: args },
  }));
  return [...parts, ...calls];
}

/**
 * Reasoning is left out: it can only be sent back with a signature that spans do not carry. So are
 * recordings, which the interface does not take.
 */
function partJson(part: MessagePart): Json[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type === 'reasoning' || part.type === 'audio') return [];
  if (part.type === 'other') return [part.value];
  const data = DATA_URL.exec(part.url);
  const source =
    data === null
      ? { type: 'url', url: part.url }
      : { type: 'base64', media_type: data[1] ?? '', data: data[2] ?? '' };
  return [{ type: part.type === 'image' ? 'image' : 'document', source }];
}
