import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_MESSAGE, type ChatMessage, type MessagePart } from './chat-message.ts';
import { asText, firstOf, member, type FlatAttributes } from './flat-attributes.ts';
import { genAiMessages, structure, systemInstructions, toolCall } from './genai-messages.ts';
import { isJsonArray } from './plain-object.ts';

/**
 * The prompt the Vercel AI SDK sent to the model: `ai.prompt.messages`, or `ai.prompt` with system,
 * prompt and messages inside.
 */
export function aiSdkInput(attributes: FlatAttributes): readonly ChatMessage[] {
  const messages = genAiMessages(attributes.get('ai.prompt.messages'));
  if (messages.length > 0) return messages;
  const prompt = structure(attributes.get('ai.prompt'));
  if (prompt === undefined) return [];
  if (typeof prompt === 'string') return [userText(prompt)];
  const inner = member(prompt, 'messages') ?? member(prompt, 'prompt');
  return [
    ...systemInstructions(member(prompt, 'system')),
    ...(typeof inner === 'string' ? [userText(inner)] : genAiMessages(inner)),
  ];
}

/** The model's reply: text, reasoning, an object, tool calls; older versions use `ai.result`. */
export function aiSdkOutput(attributes: FlatAttributes): readonly ChatMessage[] {
  const text = firstOf(attributes, [
    'ai.response.text',
    'ai.result.text',
    'ai.response.object',
    'ai.result.object',
  ]);
  const reasoning = attributes.get('ai.response.reasoning');
  const calls = structure(firstOf(attributes, ['ai.response.toolCalls', 'ai.result.toolCalls']));
  const parts: MessagePart[] = [
    ...(reasoning === undefined || reasoning === ''
      ? []
      : [{ type: 'reasoning' as const, text: asText(reasoning) }]),
    ...(text === undefined || text === '' ? [] : [{ type: 'text' as const, text: asText(text) }]),
  ];
  const toolCalls = isJsonArray(calls) ? calls.map(toolCall) : [];
  return parts.length === 0 && toolCalls.length === 0
    ? []
    : [{ ...NO_MESSAGE, role: 'assistant', parts, toolCalls }];
}

/** `ai.prompt.tools`: a list of JSON texts. */
export function aiSdkTools(attributes: FlatAttributes): readonly JsonValue[] {
  const tools = structure(attributes.get('ai.prompt.tools'));
  return isJsonArray(tools) ? tools : [];
}

function userText(text: string): ChatMessage {
  return { ...NO_MESSAGE, role: 'user', parts: [{ type: 'text', text }] };
}
