import { aiSdkInput, aiSdkOutput } from './ai-sdk-messages.ts';
import { addMessages, MESSAGES_MAX, type ChatMessage } from './chat-message.ts';
import { inputFromEvents, outputFromEvents, withRole, type FlatEvent } from './event-messages.ts';
import { firstOf, hasPrefix, type FlatAttributes } from './flat-attributes.ts';
import { genAiMessages, structure, systemInstructions, genAiMessage } from './genai-messages.ts';
import { pydanticAiRun } from './pydantic-ai-messages.ts';
import { hasValue, setValue } from './span-values.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { nestAttributes } from './nest-attributes.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

export const INPUT_MESSAGES = 'llm.input_messages';
export const OUTPUT_MESSAGES = 'llm.output_messages';

/**
 * A tool is not spoken to in messages: what libraries put into them is what it was called with, and
 * what it answered.
 */
export function mapMessages(attributes: FlatAttributes, events: readonly FlatEvent[]): void {
  // LangSmith's values under these names were already read by its own shapes.
  if (attributes.has('langsmith.span.kind')) return;
  const hasInput = hasPrefix(attributes, `${INPUT_MESSAGES}.`);
  const hasOutput = hasPrefix(attributes, `${OUTPUT_MESSAGES}.`);
  if (attributes.get('openinference.span.kind') === 'TOOL') {
    if (!hasInput && !hasValue(attributes, 'input'))
      setText(attributes, 'input', toolText(inputMessages(attributes, events)));
    if (!hasOutput && !hasValue(attributes, 'output'))
      setText(attributes, 'output', toolText(outputMessages(attributes, events)));
    return;
  }
  if (!hasInput) addMessages(attributes, INPUT_MESSAGES, inputMessages(attributes, events));
  if (hasOutput) return;
  addMessages(attributes, OUTPUT_MESSAGES, outputMessages(attributes, events));
  // OpenLIT's decorator puts what any function returned there.
  const sentMessages = attributes.get('gen_ai.output.messages');
  if (
    typeof sentMessages === 'string' &&
    !hasValue(attributes, 'output') &&
    typeof structure(sentMessages) === 'string'
  )
    setValue(attributes, 'output', sentMessages);
}

function toolText(messages: readonly ChatMessage[]): string | null {
  const [call] = messages.flatMap(({ toolCalls }) => toolCalls);
  if (call !== undefined) return call.arguments;
  const texts = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
  return texts.length === 0 ? null : texts.join('\n');
}

function setText(attributes: FlatAttributes, side: 'input' | 'output', text: string | null): void {
  if (text !== null) setValue(attributes, side, text);
}

function inputMessages(
  attributes: FlatAttributes,
  events: readonly FlatEvent[],
): readonly ChatMessage[] {
  const sent = genAiMessages(firstOf(attributes, ['gen_ai.input.messages', 'gen_ai.prompt']));
  const sentMessages = sent.length > 0 ? sent : pydanticAiRun(attributes).input;
  // Some libraries send them in both places.
  const instructions = sentMessages.some(({ role }) => role === 'system' || role === 'developer')
    ? []
    : systemInstructions(firstOf(attributes, ['gen_ai.system_instructions']));
  const current = [...instructions, ...sentMessages];
  if (current.length > 0) return current;
  const indexed = indexedMessages(attributes, 'gen_ai.prompt.');
  if (indexed.length > 0) return indexed.map((message) => withRole(message, 'user'));
  const fromEvents = inputFromEvents(events);
  return fromEvents.length > 0 ? fromEvents : aiSdkInput(attributes);
}

function outputMessages(
  attributes: FlatAttributes,
  events: readonly FlatEvent[],
): readonly ChatMessage[] {
  const current = genAiMessages(
    firstOf(attributes, ['gen_ai.output.messages', 'gen_ai.completion']),
  );
  const saysAnything = current.some(({ parts, toolCalls }) => parts.length + toolCalls.length > 0);
  const indexed = saysAnything ? current : indexedMessages(attributes, 'gen_ai.completion.');
  if (indexed.length > 0) return indexed.map((message) => withRole(message, 'assistant'));
  const fromEvents = outputFromEvents(events);
  if (fromEvents.length > 0) return fromEvents;
  const answered = pydanticAiRun(attributes).output;
  return answered.length > 0 ? answered : aiSdkOutput(attributes);
}

/**
 * Messages as Traceloop's forerunner of the GenAI conventions spells them, one attribute a field:
 * `gen_ai.prompt.0.role`, `gen_ai.completion.0.tool_calls.0.name`. `prefix` ends with a dot.
 */
function indexedMessages(attributes: FlatAttributes, prefix: string): readonly ChatMessage[] {
  const own: [string, JsonValue][] = [];
  for (const [key, value] of attributes)
    if (key.startsWith(prefix)) own.push([`messages.${key.slice(prefix.length)}`, value]);
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
