import type { JsonValue } from '#core/filter/predicate.ts';
import type { FlatAttributes } from './flat-attributes.ts';

/** A message of a conversation with a model, whatever convention it was sent in. */
export interface ChatMessage {
  readonly role: string | null;
  readonly parts: readonly MessagePart[];
  readonly toolCalls: readonly ToolCall[];
  /** Of a tool's answer: which call it answers. */
  readonly toolCallId: string | null;
  readonly name: string | null;
}

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'image'; readonly url: string };

export interface ToolCall {
  readonly id: string | null;
  readonly name: string | null;
  /** JSON text. */
  readonly arguments: string | null;
}

/**
 * The most messages (and parts, and calls of one message) that are mapped; the original attribute
 * keeps all.
 */
export const MESSAGES_MAX = 2_000;

export const NO_MESSAGE: ChatMessage = {
  role: null,
  parts: [],
  toolCalls: [],
  toolCallId: null,
  name: null,
};

/**
 * Adds messages under an OpenInference prefix (`llm.input_messages`). The caller ensures that the
 * span has no messages of its own there, because positions would mix.
 */
export function addMessages(
  attributes: FlatAttributes,
  prefix: string,
  messages: readonly ChatMessage[],
): void {
  let index = 0;
  for (const message of messages.slice(0, MESSAGES_MAX)) {
    addMessage(attributes, `${prefix}.${index}.message`, message);
    index++;
  }
}

function addMessage(attributes: FlatAttributes, key: string, message: ChatMessage): void {
  if (message.role !== null) attributes.set(`${key}.role`, message.role);
  if (message.name !== null) attributes.set(`${key}.name`, message.name);
  if (message.toolCallId !== null) attributes.set(`${key}.tool_call_id`, message.toolCallId);
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length === message.parts.length && texts.length === 1) {
    attributes.set(`${key}.content`, texts[0] ?? '');
  } else {
    for (const [index, part] of message.parts.slice(0, MESSAGES_MAX).entries())
      addPart(attributes, `${key}.contents.${index}.message_content`, part);
  }
  for (const [index, call] of message.toolCalls.slice(0, MESSAGES_MAX).entries()) {
    const callKey = `${key}.tool_calls.${index}.tool_call`;
    if (call.id !== null) attributes.set(`${callKey}.id`, call.id);
    if (call.name !== null) attributes.set(`${callKey}.function.name`, call.name);
    if (call.arguments !== null) attributes.set(`${callKey}.function.arguments`, call.arguments);
  }
}

function addPart(attributes: FlatAttributes, key: string, part: MessagePart): void {
  attributes.set(`${key}.type`, part.type);
  if (part.type === 'image') attributes.set(`${key}.image.image.url`, part.url);
  else attributes.set(`${key}.text`, part.text);
}

/** Text out of a JSON value: null for none. */
export function optionalText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
