import type { JsonValue } from '#core/filter/predicate.ts';
import { aiSdkTools } from './ai-sdk-messages.ts';
import { requestedModel, NO_MODEL } from './requested-model.ts';
import { MESSAGES_MAX } from './chat-message.ts';
import { detailsOf, type FlatEvent } from './event-messages.ts';
import {
  asText,
  firstOf,
  hasPrefix,
  setMissing,
  textOf,
  type FlatAttributes,
} from './flat-attributes.ts';
import { structure } from './genai-messages.ts';
import { mapHaystack, replyFacts } from './haystack.ts';
import { unquoted } from './json-text.ts';
import { mapLangfuse } from './langfuse.ts';
import { mapLangSmith } from './langsmith.ts';
import { mapMessages } from './map-messages.ts';
import { mapMlflow } from './mlflow.ts';
import { nestAttributes } from './nest-attributes.ts';
import { isJsonArray, PlainObject } from './plain-object.ts';
import { PROMOTED_ATTRIBUTES } from './promoted-attributes.ts';
import { providerName } from './provider-names.ts';
import { inferredKind } from './span-kind-rules.ts';
import { mapDocuments, mapEmbeddedTexts, mapInputOutput } from './span-values.ts';
import { readCost, readUsage } from './token-usage.ts';

/** Attributes with one OpenInference counterpart, which is the first of the row. */
export const ONE_TO_ONE: readonly (readonly string[])[] = [
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
const FUNCTIONS = 'llm.request.functions.';
const NO_PARAMETERS: ReadonlySet<string> = new Set([
  'gen_ai.request.model',
  'ai.settings.maxRetries',
]);

/** First segments of all keys that `mapToOpenInference` sets, unless an event brings more. */
export const MAPPED_ROOTS: ReadonlySet<string> = new Set([
  'agent',
  'embedding',
  'input',
  'llm',
  'metadata',
  'openinference',
  'output',
  'prompt',
  'reranker',
  'retrieval',
  'session',
  'tag',
  'tool',
  'tool_call',
  'user',
]);

/** Conventions with values of a shape of their own; the others are read by the tables below. */
const OWN_SHAPES: readonly ((attributes: FlatAttributes) => void)[] = [
  mapLangfuse,
  mapLangSmith,
  mapMlflow,
  mapHaystack,
];

/**
 * Adds what the other conventions say (OTel GenAI, current and older, Traceloop, the AI SDK,
 * Pydantic AI, Langfuse, LangSmith, MLflow), in OpenInference's terms. Only what is missing is set,
 * and what was sent stays.
 */
export function mapToOpenInference(attributes: FlatAttributes, events: readonly FlatEvent[]): void {
  for (const [key, value] of detailsOf(events)) setMissing(attributes, key, value);
  mapKind(attributes);
  for (const map of OWN_SHAPES) map(attributes);
  mapModel(attributes);
  for (const [target, ...sources] of ONE_TO_ONE) {
    if (target !== undefined && !attributes.has(target))
      setMissing(attributes, target, plainValue(firstOf(attributes, sources)));
  }
  mapUsage(attributes);
  mapParameters(attributes);
  mapMessages(attributes, events);
  mapTools(attributes);
  mapInputOutput(attributes);
  mapDocuments(attributes);
  mapEmbeddedTexts(attributes);
}

function mapKind(attributes: FlatAttributes): void {
  const kind = inferredKind(
    (field) => {
      const found = firstOf(attributes, PROMOTED_ATTRIBUTES[field]);
      return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
    },
    () => attributes.has('gen_ai.request.model') || attributes.has('llm.request.model'),
  );
  if (kind !== null) setMissing(attributes, 'openinference.span.kind', kind);
}

function mapModel(attributes: FlatAttributes): void {
  const native = PROMOTED_ATTRIBUTES.modelName.slice(0, 3).some((key) => attributes.has(key));
  const kind = attributes.get('openinference.span.kind');
  if (!native) {
    const target =
      kind === 'EMBEDDING'
        ? 'embedding.model_name'
        : kind === 'RERANKER'
          ? 'reranker.model_name'
          : 'llm.model_name';
    const asked =
      kind === 'LLM'
        ? (requestedModel(textOf(attributes, 'llm.invocation_parameters')) ??
          textOf(attributes, 'model'))
        : null;
    const named = PROMOTED_ATTRIBUTES.modelName.filter((key) => attributes.get(key) !== NO_MODEL);
    setMissing(attributes, target, plainValue(firstOf(attributes, named) ?? asked ?? undefined));
  }
  const sent = firstOf(attributes, PROMOTED_ATTRIBUTES.provider.slice(1));
  if (typeof sent !== 'string' || sent === '') return;
  const system = sent.includes('openai') ? 'openai' : providerName(sent);
  setMissing(attributes, 'llm.provider', providerName(sent));
  setMissing(attributes, 'llm.system', system);
}

/** Counts and costs that come in one object. */
function mapUsage(attributes: FlatAttributes): void {
  const reply = firstText(attributes, PROMOTED_ATTRIBUTES.reply);
  const usage =
    firstText(attributes, PROMOTED_ATTRIBUTES.usage) ??
    (reply === null ? null : replyFacts(reply).usage);
  const counts = usage === null ? null : readUsage(usage);
  if (counts !== null)
    for (const [field, count] of counts)
      setMissing(attributes, PROMOTED_ATTRIBUTES[field][0], count);
  const computed = firstOf(attributes, PROMOTED_ATTRIBUTES.computedCostUsd);
  const details = firstText(attributes, PROMOTED_ATTRIBUTES.costDetails);
  const cost =
    typeof computed === 'number' && computed > 0
      ? computed
      : details === null
        ? null
        : readCost(details);
  if (cost !== null && cost > 0) setMissing(attributes, 'llm.cost.total', cost);
}

function firstText(attributes: FlatAttributes, keys: readonly string[]): string | null {
  const value = firstOf(attributes, keys);
  return typeof value === 'string' ? value : null;
}

/** MLflow sends text as JSON text, in quotes. */
function plainValue(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? unquoted(value) : value;
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

function mapTools(attributes: FlatAttributes): void {
  if (hasPrefix(attributes, 'llm.tools.')) return;
  const defined = structure(attributes.get('gen_ai.tool.definitions'));
  const tools: readonly JsonValue[] = isJsonArray(defined)
    ? defined
    : [...aiSdkTools(attributes), ...indexedFunctions(attributes)];
  for (const [index, tool] of tools.slice(0, MESSAGES_MAX).entries())
    attributes.set(`llm.tools.${index}.tool.json_schema`, asText(tool));
}

/**
 * Tools as Traceloop and LiteLLM spell them: `llm.request.functions.0.name`, `.description`,
 * `.parameters`.
 */
function indexedFunctions(attributes: FlatAttributes): readonly JsonValue[] {
  const own: [string, JsonValue][] = [];
  for (const [key, value] of attributes)
    if (key.startsWith(FUNCTIONS))
      own.push([
        `functions.${key.slice(FUNCTIONS.length)}`,
        key.endsWith('.parameters') ? (structure(value) ?? value) : value,
      ]);
  const { functions } = nestAttributes(own);
  return isJsonArray(functions) ? functions : [];
}
