import { firstOf, type FlatAttributes } from './flat-attributes.ts';
import type { ChatMessage } from './chat-message.ts';
import { genAiMessages } from './genai-messages.ts';

/** Pydantic AI's names for a tool's arguments and result, in its formats before the third. */
export const PYDANTIC_AI_ARGUMENTS = 'tool_arguments';
export const PYDANTIC_AI_ANSWERS: readonly string[] = ['tool_response', 'final_result'];

/**
 * A whole agent run of Pydantic AI in one attribute: the prompt and all messages up to the answer,
 * which is the last message if it is the model's.
 */
export function pydanticAiRun(attributes: FlatAttributes): {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
} {
  const messages = genAiMessages(
    firstOf(attributes, ['pydantic_ai.all_messages', 'all_messages_events']),
  );
  const isAnswered = messages.at(-1)?.role === 'assistant';
  return {
    input: isAnswered ? messages.slice(0, -1) : messages,
    output: isAnswered ? messages.slice(-1) : [],
  };
}
