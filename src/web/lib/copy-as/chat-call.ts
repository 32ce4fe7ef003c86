import { conversationOf, invocationParametersOf, toolsOf } from '../conversation.ts';
import type { Message, ToolSpec } from '../conversation.ts';
import { at, asNumber, isList } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

/** A call of a language model as a span describes it, before it is spelt for a provider. */
export interface ChatCall {
  readonly provider: 'openai' | 'anthropic';
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Temperature and the like, by the names they were sent with. */
  readonly parameters: JsonObject;
}

/** What is said elsewhere in a request, or would change what comes back. */
const NOT_PARAMETERS = new Set([
  'model',
  'messages',
  'input',
  'prompt',
  'tools',
  'functions',
  'system',
  'stream',
  'stream_options',
  'api_key',
]);

const GEN_AI_PARAMETERS = ['temperature', 'top_p', 'top_k', 'max_tokens', 'frequency_penalty', 'presence_penalty', 'seed'];

/** The call a span made; null when it has no messages or no model to call. */
export function chatCallOf(attributes: Json, model: string | null, provider: string | null): ChatCall | null {
  const messages = conversationOf(attributes).input;
  if (messages.length === 0 || model === null) return null;
  return { provider: shapeOf(model, provider), model, messages, tools: toolsOf(attributes), parameters: parametersOf(attributes) };
}

/** Other providers than Anthropic take OpenAI's shape, most of them at an address of their own. */
function shapeOf(model: string, provider: string | null): ChatCall['provider'] {
  return /anthropic/i.test(provider ?? '') || /(?:^|[./])claude/i.test(model) ? 'anthropic' : 'openai';
}

function parametersOf(attributes: Json): JsonObject {
  const sent = invocationParametersOf(attributes);
  if (sent !== null) return Object.fromEntries(Object.entries(sent).filter(([key, value]) => !NOT_PARAMETERS.has(key) && value !== null));
  const request = at(attributes, 'gen_ai', 'request');
  const numbers = GEN_AI_PARAMETERS.flatMap((key): [string, Json][] => {
    const value = asNumber(at(request, key));
    return value === null ? [] : [[key, value]];
  });
  const stops = at(request, 'stop_sequences');
  return Object.fromEntries(isList(stops) ? [...numbers, ['stop', stops] satisfies [string, Json]] : numbers);
}
