import { heldAnswer, heldMessages } from '#core/semconv/langchain-message.ts';
import {
  conversationOf,
  textOf,
  type Conversation,
  type Message,
} from '#web/trace/conversation.ts';
import type { Embedding } from './documents.ts';
import { asText, at, isObject, unwrapJson, type Json } from '#web/platform/text/json.ts';

export interface ShownConversation {
  readonly conversation: Conversation;
  /** Input and output values that the conversation does not tell; null for one it does. */
  readonly input: string | null;
  readonly output: string | null;
}

/**
 * A span's messages, and what its values say besides. Frameworks send the messages of one side
 * only, or a role and no word of it: a side without messages has those its value holds, else the
 * value itself. Where a state with messages has more in it, the value is shown too.
 */
export function shownConversation(nested: Json): ShownConversation {
  const sent = conversationOf(nested);
  const input = sideOf(sent.input, asText(at(nested, 'input', 'value')), heldMessages);
  const output = sideOf(sent.output, outputValueOf(nested), heldAnswer);
  const isWhole = output.isHeld && startsWith(output.messages, input.messages);
  return {
    conversation: {
      input: input.messages,
      output: isWhole ? output.messages.slice(input.messages.length) : output.messages,
    },
    input: input.value,
    output: output.value,
  };
}

/**
 * The same of a span that ran a tool: what it was given and what it answered is no talk, even where
 * it is written down as a message.
 */
export function shownToolRun(nested: Json): ShownConversation {
  return {
    conversation: conversationOf(nested),
    input: asText(at(nested, 'input', 'value')),
    output: toolAnswerOf(nested),
  };
}

/**
 * The same of an embedding: its texts are no talk, though senders write them down as messages of a
 * user.
 */
export function shownEmbedding(nested: Json): ShownConversation {
  return {
    conversation: { input: [], output: [] },
    input: asText(at(nested, 'input', 'value')),
    output: outputValueOf(nested),
  };
}

/** The texts of an embedding that were sent as messages. */
export function textsToEmbed(nested: Json): readonly Embedding[] {
  return conversationOf(nested).input.map((message) => ({ text: textOf(message), vector: [] }));
}

/** A tool's result; if a framework wrapped it in a message, the message's text. */
export function toolAnswerOf(nested: Json): string | null {
  const value = outputValueOf(nested);
  const messages = conversationOf({
    llm: { input_messages: heldMessages(unwrapJson(value ?? undefined)) },
  }).input;
  const [only] = messages;
  const toolText = messages.length === 1 && only?.role === 'tool' ? textOf(only) : '';
  return toolText === '' ? value : toolText;
}

function outputValueOf(nested: Json): string | null {
  return (
    asText(at(nested, 'output', 'value')) ?? asText(at(nested, 'gen_ai', 'tool', 'call', 'result'))
  );
}

interface Side {
  readonly messages: readonly Message[];
  readonly isHeld: boolean;
  readonly value: string | null;
}

function sideOf(sent: readonly Message[], value: string | null, held: typeof heldMessages): Side {
  if (sent.some(saysAnything)) return { messages: sent, isHeld: false, value: null };
  const parsed = unwrapJson(value ?? undefined);
  const messages = conversationOf({ llm: { input_messages: held(parsed) } }).input;
  if (!messages.some(saysAnything))
    return { messages: value === null ? sent : [], isHeld: false, value };
  return { messages, isHeld: true, value: holdsMore(parsed) ? value : null };
}

function saysAnything({ parts, toolCalls }: Message): boolean {
  return parts.length + toolCalls.length > 0;
}

/** A state of LangGraph's has what its author put there beside the messages. */
function holdsMore(value: Json | undefined): boolean {
  return (
    isObject(value) &&
    'messages' in value &&
    Object.entries(value).some(
      ([key, one]) => key !== 'messages' && one !== null && asText(one) !== '[]' && one !== '',
    )
  );
}

/** A framework's output is often the whole conversation again. */
function startsWith(messages: readonly Message[], start: readonly Message[]): boolean {
  return (
    start.length < messages.length &&
    start.every((one, index) => JSON.stringify(one) === JSON.stringify(messages[index]))
  );
}
