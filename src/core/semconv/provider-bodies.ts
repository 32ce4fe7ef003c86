import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_MESSAGE, type ChatMessage } from './chat-message.ts';
import { withRole } from './event-messages.ts';
import { asText, member } from './flat-attributes.ts';
import { genAiMessages, systemInstructions } from './genai-messages.ts';
import { langChainMessage } from './langchain-message.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/**
 * The body of a request to a model, as some libraries send it whole: a text, a list of messages, or
 * an object that has them beside its parameters (OpenAI, Anthropic, Gemini, LangChain).
 */
export function requestMessages(body: JsonValue | undefined): readonly ChatMessage[] {
  if (typeof body === 'string') return body === '' ? [] : [textMessage('user', body)];
  if (!isJsonObject(body)) return listed(body, 'user');
  const list =
    body['messages'] ?? body['input'] ?? body['contents'] ?? body['prompt'] ?? body['prompts'];
  if (list === undefined) return isMessage(body) ? listed([body], 'user') : [];
  const system = body['system'] ?? body['instructions'] ?? body['system_instruction'];
  return [
    ...systemInstructions(system ?? undefined),
    ...(typeof list === 'string' ? [textMessage('user', list)] : listed(list, 'user')),
  ];
}

/** The body of a model's reply, whole or only the message in it. */
export function responseMessages(body: JsonValue | undefined): readonly ChatMessage[] {
  if (typeof body === 'string') return body === '' ? [] : [textMessage('assistant', body)];
  if (!isJsonObject(body)) return listed(body, 'assistant');
  const choices = body['choices'] ?? body['generations'] ?? body['candidates'];
  if (choices !== undefined) return flat(choices).flatMap(choiceMessages);
  const inner = body['output'] ?? body['messages'] ?? body['message'];
  if (inner !== undefined && body['content'] === undefined)
    return responseMessages(member(inner, 'message') ?? inner);
  return isMessage(body) ? listed([body], 'assistant') : [];
}

/** The parameters of such a request; null without any. */
export function requestParameters(body: JsonValue | undefined): string | null {
  if (!isJsonObject(body)) return null;
  const parameters = new PlainObject();
  for (const [key, value] of Object.entries(body))
    if (!NO_PARAMETERS.has(key) && value !== null) parameters[key] = value;
  return Object.keys(parameters).length === 0 ? null : JSON.stringify(parameters);
}

/** The tools of such a request, as JSON text each. */
export function requestTools(body: JsonValue | undefined): readonly string[] {
  const tools = member(body, 'tools');
  return isJsonArray(tools) ? tools.map(asText) : [];
}

const NO_PARAMETERS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'prompt',
  'prompts',
  'system',
  'instructions',
  'system_instruction',
  'tools',
]);

function choiceMessages(choice: JsonValue): readonly ChatMessage[] {
  const message = member(choice, 'message') ?? member(choice, 'content') ?? member(choice, 'text');
  return typeof message === 'string'
    ? [textMessage('assistant', message)]
    : listed(isJsonArray(message) ? message : [message ?? null], 'assistant');
}

function listed(list: JsonValue | undefined, role: string): readonly ChatMessage[] {
  const items = flat(list).filter((item) => typeof item === 'string' || isJsonObject(item));
  const turns = items.map((item) =>
    isJsonObject(item) ? (langChainMessage(item) ?? item) : textTurn(role, item),
  );
  return genAiMessages(turns).map((message) => withRole(message, role));
}

/** LangChain has a list of messages for each of several prompts. */
function flat(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value.flatMap((item) => (isJsonArray(item) ? item : [item])) : [];
}

function isMessage(body: { readonly [key: string]: JsonValue }): boolean {
  return (
    body['role'] !== undefined ||
    body['parts'] !== undefined ||
    body['type'] !== undefined ||
    body['content'] !== undefined
  );
}

function textTurn(role: string, content: JsonValue): JsonValue {
  return { role, content };
}

function textMessage(role: string, text: string): ChatMessage {
  return { ...NO_MESSAGE, role, parts: [{ type: 'text', text }] };
}
