import { heldMessages } from '#core/semconv/langchain-message.ts';
import { conversationOf, prettyText, textOf } from '#web/trace/conversation.ts';
import { asString, parseJson, prop, type Json } from '#web/platform/text/json.ts';

/** The keys under which frameworks put the text, the most specific first. */
const INPUT_KEYS = [
  'input',
  'question',
  'query',
  'prompt',
  'message',
  'text',
  'content',
  'user_input',
];
const OUTPUT_KEYS = [
  'output',
  'answer',
  'response',
  'result',
  'completion',
  'message',
  'text',
  'content',
];

/**
 * The text of a turn. Frameworks wrap it in JSON (`{"messages": [...]}`, `{"question": "…"}`): then
 * it is the last message, or the one text of that name; anything else is shown unchanged.
 */
export function turnText(text: string, side: 'input' | 'output'): string {
  const start = text.trimStart().charAt(0);
  if (start !== '{' && start !== '[') return text;
  const value = parseJson(text);
  if (value === undefined) return text;
  return (
    lastMessage(value) ??
    named(value, side === 'input' ? INPUT_KEYS : OUTPUT_KEYS) ??
    prettyText(text)
  );
}

function lastMessage(value: Json): string | null {
  const last = heldMessages(value).at(-1);
  const message =
    last === undefined ? undefined : conversationOf({ llm: { input_messages: [last] } }).input[0];
  const found = message === undefined ? '' : textOf(message).trim();
  return found === '' ? null : found;
}

function named(value: Json, keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = asString(prop(value, key));
    if (found !== null) return found;
  }
  return null;
}
