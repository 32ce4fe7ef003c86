import {
  conversationOf,
  invocationParametersOf,
  toolsOf,
  type Message,
  type ToolSpec,
} from '#web/trace/conversation.ts';
import {
  at,
  asNumber,
  asString,
  isList,
  type Json,
  type JsonObject,
} from '#web/platform/text/json.ts';
import { isToolResult } from './call-ids.ts';
import { openAiAddress, shapeOf, type CallShape, type OpenAiAddress } from './call-shape.ts';
import { isModels } from './turns.ts';

/** A call of a language model as a span describes it, before it is spelt for a provider. */
export interface ChatCall {
  readonly shape: CallShape;
  /** Where it goes, in OpenAI's shape. */
  readonly address: OpenAiAddress;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Temperature and the like, by the names they were sent with. */
  readonly parameters: JsonObject;
}

/** Parameters that the request has elsewhere, or that would change the response's format. */
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
  'encoding_formats',
  'system_instruction',
  'systemInstruction',
]);

const GEN_AI_PARAMETERS = [
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'frequency_penalty',
  'presence_penalty',
  'seed',
];

/** The call a span made; null when it has no messages or no model to call. */
export function chatCallOf(
  attributes: Json,
  model: string | null,
  provider: string | null,
): ChatCall | null {
  const messages = sendable(conversationOf(attributes).input);
  // The requested model, if known: the answering model may have another name, and so may a
  // deployment.
  const asked = asString(at(attributes, 'gen_ai', 'request', 'model')) ?? model;
  if (messages.length === 0 || asked === null) return null;
  return {
    shape: shapeOf(asked, provider),
    address: openAiAddress(provider),
    model: asked,
    messages,
    tools: toolsOf(attributes),
    parameters: parametersOf(attributes),
  };
}

/**
 * Without what can only be sent back by who holds it, encrypted or signed reasoning; the model's
 * messages in a row as the one they were.
 */
function sendable(messages: readonly Message[]): readonly Message[] {
  const sent: Message[] = [];
  for (const message of messages) {
    const parts = message.parts.filter((part) => part.type !== 'reasoning');
    if (parts.length + message.toolCalls.length === 0 && message.parts.length > 0) continue;
    const last = sent.at(-1);
    if (
      last !== undefined &&
      isModels(last) &&
      isModels(message) &&
      !isToolResult(last) &&
      !isToolResult(message)
    )
      sent[sent.length - 1] = {
        ...last,
        parts: [...last.parts, ...parts],
        toolCalls: [...last.toolCalls, ...message.toolCalls],
      };
    else sent.push({ ...message, parts });
  }
  return sent;
}

function parametersOf(attributes: Json): JsonObject {
  const sent = invocationParametersOf(attributes);
  if (sent !== null)
    return Object.fromEntries(
      Object.entries(sent).filter(([key, value]) => !NOT_PARAMETERS.has(key) && value !== null),
    );
  const request = at(attributes, 'gen_ai', 'request');
  const numbers = GEN_AI_PARAMETERS.flatMap((key): [string, Json][] => {
    const value = asNumber(at(request, key));
    return value === null ? [] : [[key, value]];
  });
  const stops = at(request, 'stop_sequences');
  return Object.fromEntries(
    isList(stops) ? [...numbers, ['stop', stops] satisfies [string, Json]] : numbers,
  );
}
