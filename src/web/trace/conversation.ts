import { laidOutJson, unwrapExactJson } from '#web/platform/text/exact-json.ts';
import {
  asString,
  at,
  isList,
  isObject,
  prop,
  unwrapJson,
  type Json,
  type JsonObject,
} from '#web/platform/text/json.ts';
import {
  chatContent,
  contentInText,
  openInferenceContent,
  toolCallOf,
  type Content,
  type MessagePart,
  type ToolCall,
} from './span/message-parts.ts';

export interface Message {
  readonly role: string;
  readonly name: string | null;
  readonly parts: readonly MessagePart[];
  readonly toolCalls: readonly ToolCall[];
  /** Which call a tool's message answers. */
  readonly toolCallId: string | null;
}

export interface Conversation {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

/**
 * An LLM span's input and output messages, from its attributes as nested JSON; empty lists if there
 * are none.
 */
export function conversationOf(attributes: Json): Conversation {
  const llm = prop(attributes, 'llm');
  const input = listOf(prop(llm, 'input_messages')).flatMap((item) =>
    openInferenceMessages(prop(item, 'message') ?? item),
  );
  const output = listOf(prop(llm, 'output_messages')).flatMap((item) =>
    openInferenceMessages(prop(item, 'message') ?? item),
  );
  if (input.length + output.length > 0) return { input, output };
  const completion = completionOf(llm);
  if (completion.input.length + completion.output.length > 0) return completion;
  return genAiConversation(prop(attributes, 'gen_ai'));
}

/** A list, whether it was sent as one or as an object with numeric keys. */
export function listOf(value: Json | undefined): readonly Json[] {
  const unwrapped = unwrapJson(value);
  if (isList(unwrapped)) return unwrapped;
  if (!isObject(unwrapped)) return [];
  const keys = Object.keys(unwrapped).filter((key) => /^\d+$/.test(key));
  return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => unwrapped[key] ?? null);
}

function openInferenceMessages(message: Json): readonly Message[] {
  const contents = openInferenceContent(
    listOf(prop(message, 'contents')).map((item) => prop(item, 'message_content') ?? item),
  );
  const content = contentOf(prop(message, 'content'));
  const toolCalls = listOf(prop(message, 'tool_calls')).map((item) =>
    toolCallOf(prop(item, 'tool_call') ?? item),
  );
  const functionName = asString(prop(message, 'function_call_name'));
  if (functionName !== null)
    toolCalls.push({
      id: null,
      name: functionName,
      args: unwrapExactJson(prop(message, 'function_call_arguments_json')) ?? null,
    });
  return messagesOf(message, {
    parts: [...reasoningOf(message), ...content.parts, ...contents.parts],
    calls: [...content.calls, ...contents.calls, ...toolCalls],
    answers: [...content.answers, ...contents.answers],
  });
}

const NO_CONTENT: Content = { parts: [], calls: [], answers: [] };

function contentOf(content: Json | undefined): Content {
  if (content === undefined || content === null || content === '') return NO_CONTENT;
  if (typeof content === 'string')
    return contentInText(content) ?? { ...NO_CONTENT, parts: [{ type: 'text', text: content }] };
  return chatContent(listOf(content));
}

/** The keys of reasoning content beside the answer: DeepSeek's and OpenRouter's. */
function reasoningOf(message: Json): readonly MessagePart[] {
  const text = asString(prop(message, 'reasoning_content')) ?? asString(prop(message, 'reasoning'));
  return text === null ? [] : [{ type: 'reasoning', text }];
}

/**
 * A message; where it carries answers of tools, one for each of them, and one of what else it says.
 * Anthropic, Bedrock and Gemini have the answers of all tools in one message of the user's.
 */
function messagesOf(message: Json, { parts, calls, answers }: Content): readonly Message[] {
  const role = asString(prop(message, 'role')) ?? 'unknown';
  const name = asString(prop(message, 'name'));
  const toolCallId = asString(prop(message, 'tool_call_id'));
  const answered = answers.map((one): Message => ({
    role: 'tool',
    name: one.name,
    parts: [{ type: 'text', text: one.text }],
    toolCalls: [],
    toolCallId: one.id ?? toolCallId,
  }));
  if (answers.length > 0 && parts.length + calls.length === 0) return answered;
  return [
    ...answered,
    { role, name, parts, toolCalls: calls, toolCallId: answers.length > 0 ? null : toolCallId },
  ];
}

/** The text-completion spelling: `llm.prompts` and `llm.choices`. */
function completionOf(llm: Json | undefined): Conversation {
  const message = (role: string, text: Json | undefined): readonly Message[] =>
    typeof text === 'string'
      ? [{ role, name: null, parts: [{ type: 'text', text }], toolCalls: [], toolCallId: null }]
      : [];
  return {
    input: listOf(prop(llm, 'prompts')).flatMap((item) =>
      message('prompt', at(item, 'prompt', 'text')),
    ),
    output: listOf(prop(llm, 'choices')).flatMap((item) =>
      message('completion', at(item, 'completion', 'text')),
    ),
  };
}

/**
 * OpenTelemetry's GenAI messages: `{role, parts: [{type, …}]}`, sent as JSON text or as nested
 * attributes.
 */
function genAiConversation(genAi: Json | undefined): Conversation {
  const system = chatContent(listOf(at(genAi, 'system_instructions'))).parts;
  const input = listOf(at(genAi, 'input', 'messages')).flatMap(genAiMessages);
  const output = listOf(at(genAi, 'output', 'messages')).flatMap(genAiMessages);
  const first: readonly Message[] =
    system.length === 0
      ? []
      : [{ role: 'system', name: null, parts: system, toolCalls: [], toolCallId: null }];
  return { input: [...first, ...input], output };
}

function genAiMessages(message: Json): readonly Message[] {
  const pieces = chatContent(listOf(prop(message, 'parts')));
  const piecesNow =
    pieces.parts.length + pieces.calls.length + pieces.answers.length > 0
      ? pieces
      : contentOf(prop(message, 'content'));
  return messagesOf(message, piecesNow);
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string | null;
  readonly schema: Json;
}

/** The tools a model was offered. */
export function toolsOf(attributes: Json): readonly ToolSpec[] {
  return listOf(at(attributes, 'llm', 'tools')).map((item) => {
    const schema =
      unwrapJson(at(item, 'tool', 'json_schema') ?? prop(item, 'json_schema') ?? item) ?? null;
    const inner = prop(schema, 'function') ?? schema;
    return {
      name: asString(prop(inner, 'name')) ?? 'tool',
      description: asString(prop(inner, 'description')),
      schema: prop(inner, 'parameters') ?? prop(inner, 'input_schema') ?? inner,
    };
  });
}

/** The parameters a model was called with. */
export function invocationParametersOf(attributes: Json): JsonObject | null {
  const value = unwrapJson(at(attributes, 'llm', 'invocation_parameters'));
  return isObject(value) && Object.keys(value).length > 0 ? value : null;
}

/**
 * The same without the tools, where they have a place of their own: a screen of schemas hides a
 * temperature.
 */
export function shownParametersOf(attributes: Json): JsonObject | null {
  const sent = invocationParametersOf(attributes);
  if (sent === null || toolsOf(attributes).length === 0) return sent;
  const left = Object.entries(sent).filter(([key]) => key !== 'tools');
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** All text of a message, for a count or a one-line look. */
export function textOf(message: Message): string {
  return message.parts
    .map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : ''))
    .join('\n');
}

/** Text that is JSON, laid out; other text as it is. */
export function prettyText(text: string): string {
  const value = unwrapExactJson(text);
  return value === undefined || typeof value === 'string' ? text : laidOutJson(value);
}
