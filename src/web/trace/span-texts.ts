import { conversationOf, textOf, type Conversation, type Message } from './conversation.ts';
import { asText, at, type Json } from '#web/platform/text/json.ts';

/** A span's input and output as plain texts; empty if missing. */
export interface SpanTexts {
  readonly input: string;
  readonly output: string;
}

/**
 * The texts of a span's nested attributes: its messages where it has some, else its input and
 * output values.
 */
export function spanTextsOf(nested: Json): SpanTexts {
  const conversation: Conversation = conversationOf(nested);
  const textsOf = (messages: readonly Message[], fallback: Json | undefined): string =>
    messages.length === 0 ? (asText(fallback) ?? '') : messages.map(messageText).join('\n\n');
  return {
    input: textsOf(
      conversation.input,
      at(nested, 'input', 'value') ?? at(nested, 'tool', 'parameters'),
    ),
    output: textsOf(conversation.output, at(nested, 'output', 'value')),
  };
}

function messageText(message: Message): string {
  const calls = message.toolCalls.map((call) => `${call.name}(${asText(call.args) ?? ''})`);
  return [`${message.role}:`, textOf(message), ...calls].filter((one) => one !== '').join('\n');
}
