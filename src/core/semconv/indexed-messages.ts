import type { JsonValue } from '#core/filter/predicate.ts';
import { MESSAGES_MAX } from './chat-message.ts';
import type { ChatMessage } from './chat-message.ts';
import type { FlatAttributes } from './flat-attributes.ts';
import { genAiMessage, structure } from './genai-messages.ts';
import { nestAttributes } from './nest-attributes.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/**
 * Messages as Traceloop's forerunner of the GenAI conventions spells them, one attribute a field: `gen_ai.prompt.0.role`,
 * `gen_ai.completion.0.tool_calls.0.name`. `prefix` ends with a dot.
 */
export function indexedMessages(attributes: FlatAttributes, prefix: string): readonly ChatMessage[] {
  const own: [string, JsonValue][] = [];
  for (const [key, value] of attributes) if (key.startsWith(prefix)) own.push([`messages.${key.slice(prefix.length)}`, value]);
  if (own.length === 0) return [];
  const { messages } = nestAttributes(own);
  if (!isJsonArray(messages)) return [];
  return messages.slice(0, MESSAGES_MAX).map((message) => genAiMessage(withParsedContent(message)));
}

/** Content with several parts is JSON text here. */
function withParsedContent(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || typeof message['content'] !== 'string') return message;
  const content = structure(message['content']);
  if (!isJsonArray(content)) return message;
  return Object.assign(new PlainObject(), message, { content });
}
