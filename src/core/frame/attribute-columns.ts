import type { JsonValue } from '#core/filter/predicate.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { isJsonArray, isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';

/**
 * Attributes of OpenInference's semantic conventions that a whole frame has as columns of their own
 * (`openinference.semconv.trace.SpanAttributes`).
 */
const LEAVES = [
  'agent.name',
  'embedding.embeddings',
  'embedding.invocation_parameters',
  'embedding.model_name',
  'exception.escaped',
  'exception.message',
  'exception.stacktrace',
  'exception.type',
  'graph.node.id',
  'graph.node.name',
  'graph.node.parent_id',
  'image.url',
  'input.mime_type',
  'input.value',
  'llm.choices',
  'llm.cost.completion',
  'llm.cost.completion_details.audio',
  'llm.cost.completion_details.output',
  'llm.cost.completion_details.reasoning',
  'llm.cost.prompt',
  'llm.cost.prompt_details.audio',
  'llm.cost.prompt_details.cache_input',
  'llm.cost.prompt_details.cache_read',
  'llm.cost.prompt_details.cache_write',
  'llm.cost.prompt_details.input',
  'llm.cost.total',
  'llm.finish_reason',
  'llm.function_call',
  'llm.input_messages',
  'llm.invocation_parameters',
  'llm.model_name',
  'llm.output_messages',
  'llm.prompt_template.template',
  'llm.prompt_template.variables',
  'llm.prompt_template.version',
  'llm.prompts',
  'llm.provider',
  'llm.system',
  'llm.token_count.completion',
  'llm.token_count.completion_details.audio',
  'llm.token_count.completion_details.reasoning',
  'llm.token_count.prompt',
  'llm.token_count.prompt_details.audio',
  'llm.token_count.prompt_details.cache_input',
  'llm.token_count.prompt_details.cache_read',
  'llm.token_count.prompt_details.cache_write',
  'llm.token_count.total',
  'llm.tools',
  'metadata',
  'openinference.span.kind',
  'output.mime_type',
  'output.value',
  'prompt.id',
  'prompt.url',
  'prompt.vendor',
  'reranker.input_documents',
  'reranker.model_name',
  'reranker.output_documents',
  'reranker.query',
  'reranker.top_k',
  'retrieval.documents',
  'session.id',
  'tag.tags',
  'tool.description',
  'tool.id',
  'tool.json_schema',
  'tool.name',
  'tool.parameters',
  'user.id',
] as const;

/**
 * Attributes that the conventions give to items of lists: messages and their contents, tool calls,
 * documents, embeddings, choices.
 */
const ITEM_LEAVES = [
  'audio.mime_type',
  'audio.transcript',
  'audio.url',
  'completion.text',
  'document.content',
  'document.id',
  'document.metadata',
  'document.mime_type',
  'document.name',
  'document.score',
  'document.url',
  'embedding.text',
  'embedding.vector',
  'message.content',
  'message.contents',
  'message.function_call_arguments_json',
  'message.function_call_name',
  'message.name',
  'message.role',
  'message.tool_call_id',
  'message.tool_calls',
  'message_content.audio',
  'message_content.data',
  'message_content.document',
  'message_content.encrypted_content',
  'message_content.id',
  'message_content.image',
  'message_content.signature',
  'message_content.text',
  'message_content.type',
  'message_content.video',
  'prompt.text',
  'tool_call.function.arguments',
  'tool_call.function.name',
  'tool_call.id',
  'tool_call.reasoning_signature',
  'video.url',
] as const;

/** Attributes that hold a JSON document of the sender's own, which stays as it is. */
const OPAQUE: ReadonlySet<string> = new Set([
  'document.metadata',
  'llm.prompt_template.variables',
  'metadata',
  'tool.parameters',
]);

/** A place in the tree of the leaves' segments. */
class Known {
  leaf = false;
  readonly below = new Map<string, Known>();

  child(name: string): Known {
    const found = this.below.get(name) ?? new Known();
    this.below.set(name, found);
    return found;
  }
}

const KNOWN = new Known();
for (const leaf of [...LEAVES, ...ITEM_LEAVES]) {
  let at = KNOWN;
  for (const segment of leaf.split('.')) at = at.child(segment);
  at.leaf = true;
}

/**
 * Nested attributes as the columns of a whole frame, without their prefix: attributes of the
 * conventions by their whole path, everything else by its first segment, nested (`llm.custom.x` of
 * `{llm: {custom: {x: 1}}}` is in a column `llm`). Items of lists have the conventions' names in
 * the same way, so that a document is `{'document.content': …}`.
 */
export function attributeColumns(attributes: JsonObject): ReadonlyMap<string, JsonValue> {
  const columns = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(attributes)) {
    const known = KNOWN.below.get(name);
    const rest = known === undefined ? named(value) : takeKnown(value, known, name, columns);
    if (rest !== undefined && !columns.has(name)) columns.set(name, rest);
  }
  return columns;
}

/** Takes what the conventions know out of a value; what is left, or undefined for nothing. */
function takeKnown(
  value: JsonValue,
  known: Known,
  path: string,
  columns: Map<string, JsonValue>,
): JsonValue | undefined {
  if (known.leaf) {
    columns.set(path, OPAQUE.has(path) ? value : named(value));
    return undefined;
  }
  if (!isJsonObject(value)) return named(value);
  const rest = new PlainObject();
  let left = false;
  for (const [name, item] of Object.entries(value)) {
    const below = known.below.get(name);
    const kept =
      below === undefined ? named(item) : takeKnown(item, below, `${path}.${name}`, columns);
    if (kept === undefined) continue;
    rest[name] = kept;
    left = true;
  }
  return left ? rest : undefined;
}

/** A value whose objects, at any depth, have what the conventions know by its whole path. */
function named(value: JsonValue): JsonValue {
  if (isJsonArray(value))
    return value.some((item) => typeof item === 'object') ? value.map(named) : value;
  if (!isJsonObject(value)) return value;
  const object = new PlainObject();
  for (const [name, item] of attributeColumns(value)) object[name] = item;
  return object;
}
