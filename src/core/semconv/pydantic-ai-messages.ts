import { firstOf } from './flat-attributes.ts';
import type { ChatMessage } from './chat-message.ts';
import type { FlatAttributes } from './flat-attributes.ts';
import { genAiMessages } from './genai-messages.ts';

/** What Pydantic AI calls the arguments and the answer of a tool, in its formats before the third. */
export const PYDANTIC_AI_ARGUMENTS = 'tool_arguments';
export const PYDANTIC_AI_ANSWERS: readonly string[] = ['tool_response', 'final_result'];

/**
 * A whole run of an agent of Pydantic AI's, in one attribute: what it was asked and all that was said until its answer, which is the
 * last message where that is the model's.
 */
export function pydanticAiRun(attributes: FlatAttributes): {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
} {
  const messages = genAiMessages(firstOf(attributes, ['pydantic_ai.all_messages', 'all_messages_events']));
  const isAnswered = messages.at(-1)?.role === 'assistant';
  return { input: isAnswered ? messages.slice(0, -1) : messages, output: isAnswered ? messages.slice(-1) : [] };
}
