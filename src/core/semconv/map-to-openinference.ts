import type { JsonValue } from '#core/filter/predicate.ts';
import { aiSdkInput, aiSdkOutput, aiSdkTools } from './ai-sdk-messages.ts';
import { addMessages, MESSAGES_MAX } from './chat-message.ts';
import type { ChatMessage } from './chat-message.ts';
import { detailsOf, inputFromEvents, outputFromEvents, withRole } from './event-messages.ts';
import type { FlatEvent } from './event-messages.ts';
import { asText, firstOf, hasPrefix, member, setMissing, textOf } from './flat-attributes.ts';
import type { FlatAttributes } from './flat-attributes.ts';
import { genAiMessages, structure, systemInstructions } from './genai-messages.ts';
import { indexedMessages } from './indexed-messages.ts';
import { isJsonArray, PlainObject } from './plain-object.ts';
import { PROMOTED_ATTRIBUTES } from './promoted-attributes.ts';
import { providerName } from './provider-names.ts';
import { PYDANTIC_AI_ANSWERS, PYDANTIC_AI_ARGUMENTS, pydanticAiRun } from './pydantic-ai-messages.ts';
import { inferredKind } from './span-kind-rules.ts';

const INPUT_MESSAGES = 'llm.input_messages';
const OUTPUT_MESSAGES = 'llm.output_messages';
const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

/** Attributes with one OpenInference counterpart, which is the first of the row. */
const ONE_TO_ONE: readonly (readonly string[])[] = [
  PROMOTED_ATTRIBUTES.promptTokens,
  PROMOTED_ATTRIBUTES.completionTokens,
  PROMOTED_ATTRIBUTES.totalTokens,
  PROMOTED_ATTRIBUTES.cacheReadTokens.filter((key) => !key.endsWith('.cache_input')),
  PROMOTED_ATTRIBUTES.cacheWriteTokens,
  PROMOTED_ATTRIBUTES.reasoningTokens,
  PROMOTED_ATTRIBUTES.promptAudioTokens,
  PROMOTED_ATTRIBUTES.completionAudioTokens,
  PROMOTED_ATTRIBUTES.sessionId,
  PROMOTED_ATTRIBUTES.userId,
  ['tool.name', 'gen_ai.tool.name', 'ai.toolCall.name'],
  ['tool.description', 'gen_ai.tool.description'],
  ['tool_call.id', 'gen_ai.tool.call.id', 'ai.toolCall.id'],
  ['agent.name', 'gen_ai.agent.name'],
];

/** `gen_ai.request.…` and `ai.settings.…` are parameters of the call, these aside. */
const PARAMETER_PREFIXES = ['gen_ai.request.', 'ai.settings.'];
const NO_PARAMETERS: ReadonlySet<string> = new Set(['gen_ai.request.model', 'ai.settings.maxRetries']);

/** First segments of all keys that `mapToOpenInference` sets, unless an event brings more. */
export const MAPPED_ROOTS: ReadonlySet<string> = new Set([
  'agent',
  'embedding',
  'input',
  'llm',
  'openinference',
  'output',
  'reranker',
  'retrieval',
  'session',
  'tool',
  'tool_call',
  'user',
]);

/** Whether a key belongs to a convention that is mapped; a span without any is OpenInference already, or none of ours. */
export function isForeignKey(key: string): boolean {
  switch (key.charCodeAt(0)) {
    case 0x67:
      return key.startsWith('gen_ai.');
    case 0x61:
      return key.startsWith('ai.');
    case 0x74:
      return key.startsWith('traceloop.');
    case 0x6f:
      return key === 'operation.name';
    case 0x65:
      return key === 'enduser.id';
    case 0x6c:
      return key.startsWith('llm.usage.') || key.startsWith('llm.request.') || key === 'llm.response.model' || key === 'llm.vendor';
    default:
      return false;
  }
}

/**
 * Adds what the OTel GenAI conventions (current and older), Traceloop, the AI SDK and Pydantic AI say, in OpenInference's terms. Only what is
 * missing is set, and what was sent stays.
 */
export function mapToOpenInference(attributes: FlatAttributes, events: readonly FlatEvent[]): void {
  const details = detailsOf(events);
  if (details !== null) for (const [key, value] of details) setMissing(attributes, key, value);
  mapKind(attributes);
  mapModel(attributes);
  for (const [target, ...sources] of ONE_TO_ONE) {
    if (target !== undefined && !attributes.has(target)) setMissing(attributes, target, firstOf(attributes, sources));
  }
  mapParameters(attributes);
  if (!hasPrefix(attributes, `${INPUT_MESSAGES}.`)) addMessages(attributes, INPUT_MESSAGES, inputMessages(attributes, events));
  if (!hasPrefix(attributes, `${OUTPUT_MESSAGES}.`)) addMessages(attributes, OUTPUT_MESSAGES, outputMessages(attributes, events));
  mapTools(attributes);
  mapInputOutput(attributes);
  mapDocuments(attributes);
}

function mapKind(attributes: FlatAttributes): void {
  const kind = inferredKind({
    operation: textOf(attributes, 'gen_ai.operation.name'),
    requestType: textOf(attributes, 'llm.request.type'),
    traceloop: textOf(attributes, 'traceloop.span.kind'),
    aiOperation: textOf(attributes, 'ai.operationId') ?? textOf(attributes, 'operation.name'),
    hasRequestModel: attributes.has('gen_ai.request.model') || attributes.has('llm.request.model'),
  });
  if (kind !== null) setMissing(attributes, 'openinference.span.kind', kind);
}

function mapModel(attributes: FlatAttributes): void {
  const native = PROMOTED_ATTRIBUTES.modelName.slice(0, 3).some((key) => attributes.has(key));
  if (!native) {
    const kind = attributes.get('openinference.span.kind');
    const target = kind === 'EMBEDDING' ? 'embedding.model_name' : kind === 'RERANKER' ? 'reranker.model_name' : 'llm.model_name';
    setMissing(attributes, target, firstOf(attributes, PROMOTED_ATTRIBUTES.modelName));
  }
  const sent = firstOf(attributes, PROMOTED_ATTRIBUTES.provider.slice(1));
  if (typeof sent !== 'string' || sent === '') return;
  const system = sent.includes('openai') ? 'openai' : providerName(sent);
  setMissing(attributes, 'llm.provider', providerName(sent));
  setMissing(attributes, 'llm.system', system);
}

function mapParameters(attributes: FlatAttributes): void {
  if (attributes.has('llm.invocation_parameters')) return;
  const parameters = new PlainObject();
  let found = false;
  for (const [key, value] of attributes) {
    const prefix = PARAMETER_PREFIXES.find((start) => key.startsWith(start));
    if (prefix === undefined || NO_PARAMETERS.has(key) || value === null) continue;
    parameters[key.slice(prefix.length)] = value;
    found = true;
  }
  if (found) attributes.set('llm.invocation_parameters', JSON.stringify(parameters));
}

function inputMessages(attributes: FlatAttributes, events: readonly FlatEvent[]): readonly ChatMessage[] {
  const sent = genAiMessages(firstOf(attributes, ['gen_ai.input.messages', 'gen_ai.prompt']));
  const current = [
    ...systemInstructions(firstOf(attributes, ['gen_ai.system_instructions'])),
    ...(sent.length > 0 ? sent : pydanticAiRun(attributes).input),
  ];
  if (current.length > 0) return current;
  const indexed = indexedMessages(attributes, 'gen_ai.prompt.');
  if (indexed.length > 0) return indexed.map((message) => withRole(message, 'user'));
  const fromEvents = inputFromEvents(events);
  return fromEvents.length > 0 ? fromEvents : aiSdkInput(attributes);
}

function outputMessages(attributes: FlatAttributes, events: readonly FlatEvent[]): readonly ChatMessage[] {
  const current = genAiMessages(firstOf(attributes, ['gen_ai.output.messages', 'gen_ai.completion']));
  const indexed = current.length > 0 ? current : indexedMessages(attributes, 'gen_ai.completion.');
  if (indexed.length > 0) return indexed.map((message) => withRole(message, 'assistant'));
  const fromEvents = outputFromEvents(events);
  if (fromEvents.length > 0) return fromEvents;
  const answered = pydanticAiRun(attributes).output;
  return answered.length > 0 ? answered : aiSdkOutput(attributes);
}

function mapTools(attributes: FlatAttributes): void {
  if (hasPrefix(attributes, 'llm.tools.')) return;
  const defined = structure(attributes.get('gen_ai.tool.definitions'));
  const tools: readonly JsonValue[] = isJsonArray(defined) ? defined : aiSdkTools(attributes);
  for (const [index, tool] of tools.slice(0, MESSAGES_MAX).entries()) attributes.set(`llm.tools.${index}.tool.json_schema`, asText(tool));
}

/** What went in and came out, where the conventions have one value for it. */
function mapInputOutput(attributes: FlatAttributes): void {
  const input = firstOf(attributes, [
    'gen_ai.tool.call.arguments',
    'ai.toolCall.args',
    'ai.toolCall.input',
    'gen_ai.retrieval.query.text',
    'traceloop.entity.input',
    'ai.prompt',
    'ai.value',
    PYDANTIC_AI_ARGUMENTS,
  ]);
  if (input !== undefined && !attributes.has('input.value')) setValue(attributes, 'input', input);
  const output = firstOf(attributes, [
    'gen_ai.tool.call.result',
    'ai.toolCall.result',
    'ai.toolCall.output',
    'traceloop.entity.output',
    'ai.response.text',
    'ai.result.text',
    'ai.response.object',
    ...PYDANTIC_AI_ANSWERS,
  ]);
  if (output !== undefined && !attributes.has('output.value')) setValue(attributes, 'output', output);
  const toolArguments = ['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'ai.toolCall.input', PYDANTIC_AI_ARGUMENTS];
  setMissing(attributes, 'tool.parameters', firstOf(attributes, toolArguments));
}

function setValue(attributes: FlatAttributes, side: 'input' | 'output', value: JsonValue): void {
  const text = asText(value);
  attributes.set(`${side}.value`, text);
  const first = text.trimStart().charAt(0);
  setMissing(attributes, `${side}.mime_type`, typeof value !== 'string' || first === '{' || first === '[' ? JSON_TYPE : TEXT_TYPE);
}

/** `gen_ai.retrieval.documents`: a list of `{id, score, content}`. */
function mapDocuments(attributes: FlatAttributes): void {
  const documents = structure(attributes.get('gen_ai.retrieval.documents'));
  if (!isJsonArray(documents) || hasPrefix(attributes, 'retrieval.documents')) return;
  for (const [index, document] of documents.slice(0, MESSAGES_MAX).entries()) {
    const key = `retrieval.documents.${index}.document`;
    const content = member(document, 'content') ?? member(document, 'text') ?? (typeof document === 'string' ? document : undefined);
    if (content !== undefined && content !== null) attributes.set(`${key}.content`, asText(content));
    setMissing(attributes, `${key}.id`, member(document, 'id'));
    setMissing(attributes, `${key}.score`, member(document, 'score'));
    setMissing(attributes, `${key}.metadata`, member(document, 'metadata'));
  }
}
