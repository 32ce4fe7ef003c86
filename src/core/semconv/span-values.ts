import type { JsonValue } from '#core/filter/predicate.ts';
import { MESSAGES_MAX } from './chat-message.ts';
import {
  asText,
  firstOf,
  hasPrefix,
  member,
  setMissing,
  type FlatAttributes,
} from './flat-attributes.ts';
import { structure } from './genai-messages.ts';
import { unquoted } from './json-text.ts';
import { textOfParts } from './parts-text.ts';
import { isJsonArray } from './plain-object.ts';
import { PYDANTIC_AI_ANSWERS, PYDANTIC_AI_ARGUMENTS } from './pydantic-ai-messages.ts';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

/** Types of Mastra's spans: what went in and came out is in attributes named after them. */
const MASTRA_TYPES: readonly string[] = [
  'agent_run',
  'model_generation',
  'model_step',
  'model_chunk',
  'workflow_run',
  'workflow_step',
  'processor_run',
  'scorer_run',
  'scorer_step',
  'memory_operation',
  'rag_ingestion',
  'rag_vector_operation',
  'rag_action',
  'mcp_server_request',
  'generic',
];

/** The input, where a convention has one value for it. */
export const INPUT_VALUES: readonly string[] = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'gen_ai.retrieval.query.text',
  'traceloop.entity.input',
  'ai.prompt',
  'ai.value',
  PYDANTIC_AI_ARGUMENTS,
  // OpenLIT's decorator
  'function.args',
  'spring.ai.tool.call.arguments',
  ...MASTRA_TYPES.map((type) => `mastra.${type}.input`),
];
/** The output. */
export const OUTPUT_VALUES: readonly string[] = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'traceloop.entity.output',
  'ai.response.text',
  'ai.result.text',
  'ai.response.object',
  ...PYDANTIC_AI_ANSWERS,
  'spring.ai.tool.call.result',
  ...MASTRA_TYPES.map((type) => `mastra.${type}.output`),
];
const TOOL_ARGUMENTS: readonly string[] = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  PYDANTIC_AI_ARGUMENTS,
  'spring.ai.tool.call.arguments',
];

/** Sets what went in and came out from those. */
export function mapInputOutput(attributes: FlatAttributes): void {
  const input = firstOf(attributes, INPUT_VALUES);
  if (input !== undefined && !attributes.has('input.value')) setValue(attributes, 'input', input);
  const output = firstOf(attributes, OUTPUT_VALUES);
  if (output !== undefined && !attributes.has('output.value'))
    setValue(attributes, 'output', toolResult(output));
  setMissing(attributes, 'tool.parameters', firstOf(attributes, TOOL_ARGUMENTS));
}

/**
 * A result as JSON text: one text in quotes, or a list of parts with text, as Strands and Bedrock
 * have it.
 */
function toolResult(value: JsonValue): JsonValue {
  return textOfParts(value) ?? (typeof value === 'string' ? unquoted(value) : value);
}

/** Whether a span has a value for a side, or an attribute that is one. */
export function hasValue(attributes: FlatAttributes, side: 'input' | 'output'): boolean {
  return (
    attributes.has(`${side}.value`) ||
    (side === 'input' ? INPUT_VALUES : OUTPUT_VALUES).some((key) => attributes.has(key))
  );
}

/** Sets what went in or came out, and of what type it is. */
export function setValue(
  attributes: FlatAttributes,
  side: 'input' | 'output',
  value: JsonValue,
): void {
  const text = asText(value);
  attributes.set(`${side}.value`, text);
  const first = text.trimStart().charAt(0);
  setMissing(
    attributes,
    `${side}.mime_type`,
    typeof value !== 'string' || first === '{' || first === '[' ? JSON_TYPE : TEXT_TYPE,
  );
}

/** `gen_ai.retrieval.documents`: a list of `{id, score, content}`. */
export function mapDocuments(attributes: FlatAttributes): void {
  addDocuments(attributes, structure(attributes.get('gen_ai.retrieval.documents')));
}

/**
 * Adds the documents of a list, in the shapes of OTel GenAI, LangChain (`page_content`) and
 * LlamaIndex (`text`).
 */
export function addDocuments(attributes: FlatAttributes, documents: JsonValue | undefined): void {
  if (!isJsonArray(documents) || hasPrefix(attributes, 'retrieval.documents')) return;
  for (const [index, document] of documents.slice(0, MESSAGES_MAX).entries()) {
    const key = `retrieval.documents.${index}.document`;
    const content =
      ['content', 'text', 'page_content', 'pageContent']
        .map((name) => member(document, name))
        .find((each) => each !== undefined) ??
      (typeof document === 'string' ? document : undefined);
    if (content !== undefined && content !== null)
      attributes.set(`${key}.content`, asText(content));
    setMissing(attributes, `${key}.id`, member(document, 'id'));
    setMissing(attributes, `${key}.score`, member(document, 'score'));
    setMissing(attributes, `${key}.metadata`, member(document, 'metadata'));
  }
}

/** `ai.values`: the texts that the AI SDK embeds, each as JSON text. */
export function mapEmbeddedTexts(attributes: FlatAttributes): void {
  const texts = attributes.get('ai.values');
  if (isJsonArray(texts))
    addEmbeddedTexts(
      attributes,
      texts.map((text) => (typeof text === 'string' ? unquoted(text) : text)),
    );
}

/** Adds the texts that an embedding is of: one, or a list. */
export function addEmbeddedTexts(attributes: FlatAttributes, texts: JsonValue | undefined): void {
  const list = typeof texts === 'string' ? [texts] : isJsonArray(texts) ? texts : [];
  if (hasPrefix(attributes, 'embedding.embeddings.')) return;
  for (const [index, text] of list.slice(0, MESSAGES_MAX).entries())
    if (typeof text === 'string')
      attributes.set(`embedding.embeddings.${index}.embedding.text`, text);
}
