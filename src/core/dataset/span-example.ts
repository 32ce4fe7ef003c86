import type { SpanKind } from '#contracts/spans/span-kind.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { parseJsonText } from '#core/semconv/json-text.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { isJsonArray, isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';

/** The content of an example that a span would make. */
export interface SpanExample {
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly metadata: JsonObject;
}

/**
 * A span's input and output, from its OpenInference attributes (nested, as `attributesNested`
 * returns them). LLM: messages in the chat-model format, with tools and template variables.
 * Retriever and reranker: the query and the documents. All other kinds, and spans without these:
 * `input.value` and `output.value`, an object as it is, any other value under the key `input` or
 * `output`. The metadata is the span's own, plus its kind and, as `annotations`, the span's
 * annotations by name.
 */
export function spanExample(
  attributes: JsonObject,
  kind: SpanKind,
  annotations?: JsonObject,
): SpanExample {
  const [input, output] = [ioValue(attributes, 'input'), ioValue(attributes, 'output')];
  const own = at(attributes, 'metadata');
  const base = { span_kind: kind, ...(annotations === undefined ? {} : { annotations }) };
  const metadata = objectWith(base, isJsonObject(own) ? own : {});
  switch (kind) {
    case 'LLM':
      return {
        input: llmInput(attributes) ?? input,
        output: messagesOf(attributes, 'output_messages') ?? output,
        metadata,
      };
    case 'RETRIEVER':
      return {
        input,
        output: documentsOf(attributes, 'retrieval', 'documents') ?? output,
        metadata,
      };
    case 'RERANKER':
      return {
        input: rerankerInput(attributes) ?? input,
        output: documentsOf(attributes, 'reranker', 'output_documents') ?? output,
        metadata,
      };
    default:
      return { input, output, metadata };
  }
}

function llmInput(attributes: JsonObject): JsonObject | null {
  const messages = messagesOf(attributes, 'input_messages');
  const prompts = listAt(attributes, 'llm', 'prompts').flatMap(
    (item) => at(item, 'prompt', 'text') ?? [],
  );
  const base = messages ?? (prompts.length === 0 ? null : { prompts });
  if (base === null) return null;
  const tools = listAt(attributes, 'llm', 'tools').flatMap((item) =>
    toolOf(at(item, 'tool', 'json_schema')),
  );
  const variables = at(attributes, 'llm', 'prompt_template', 'variables');
  return objectWith(base, {
    ...(tools.length === 0 ? {} : { tools }),
    ...(isJsonObject(variables) ? { prompt_template_variables: variables } : {}),
  });
}

function messagesOf(
  attributes: JsonObject,
  key: 'input_messages' | 'output_messages',
): JsonObject | null {
  const messages = listAt(attributes, 'llm', key).flatMap((item) => {
    const message = at(item, 'message');
    return isJsonObject(message) ? [chatMessage(message)] : [];
  });
  return messages.length === 0 ? null : { messages };
}

/** A message in the form of OpenAI's chat interface, which the exports for fine-tuning pass on. */
function chatMessage(message: JsonObject): JsonObject {
  const calls = listAt(message, 'tool_calls').flatMap((item) => {
    const call = at(item, 'tool_call');
    return isJsonObject(call) ? [toolCall(call)] : [];
  });
  const parts = listAt(message, 'contents').flatMap((item) =>
    contentPart(at(item, 'message_content')),
  );
  const content = at(message, 'content') ?? (parts.length === 0 ? undefined : parts);
  const name = at(message, 'function_call_name');
  return present({
    role: at(message, 'role'),
    content: content ?? (calls.length === 0 ? undefined : null),
    name: at(message, 'name'),
    tool_call_id: at(message, 'tool_call_id'),
    tool_calls: calls.length === 0 ? undefined : calls,
    function_call:
      name === undefined
        ? undefined
        : present({ name, arguments: at(message, 'function_call_arguments_json') }),
  });
}

function toolCall(call: JsonObject): JsonObject {
  const [name, callArguments] = [at(call, 'function', 'name'), at(call, 'function', 'arguments')];
  return present({
    id: at(call, 'id'),
    type: 'function',
    function: present({ name, arguments: callArguments }),
  });
}

function contentPart(part: JsonValue | undefined): readonly JsonValue[] {
  if (!isJsonObject(part)) return [];
  const url = at(part, 'image', 'image', 'url');
  if (url !== undefined) return [{ type: 'image_url', image_url: { url } }];
  return [part];
}

function toolOf(schema: JsonValue | undefined): readonly JsonValue[] {
  if (schema === undefined) return [];
  return [(typeof schema === 'string' ? parseJsonText(schema) : schema) ?? schema];
}

function rerankerInput(attributes: JsonObject): JsonObject | null {
  const documents = documentsOf(attributes, 'reranker', 'input_documents');
  const query = at(attributes, 'reranker', 'query');
  if (documents === null && query === undefined) return null;
  return objectWith(documents ?? {}, query === undefined ? {} : { query });
}

function documentsOf(attributes: JsonObject, group: string, list: string): JsonObject | null {
  const documents = listAt(attributes, group, list).flatMap((item) => at(item, 'document') ?? []);
  return documents.length === 0 ? null : { documents };
}

/**
 * A value as its media type has it: JSON that is an object as it is, all else under the key's own
 * name.
 */
function ioValue(attributes: JsonObject, key: 'input' | 'output'): JsonObject {
  const value = at(attributes, key, 'value');
  if (value === undefined) return {};
  const type = at(attributes, key, 'mime_type');
  const isJson = typeof type === 'string' && type.includes('json');
  const parsed = isJson && typeof value === 'string' ? (parseJsonText(value) ?? value) : value;
  return isJsonObject(parsed) ? parsed : { [key]: parsed };
}

/** The value at a path; undefined if there is none. */
function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let here: JsonValue | undefined = value;
  for (const key of path) here = isJsonObject(here) ? here[key] : undefined;
  return here ?? undefined;
}

function listAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const list = at(value, ...path);
  return isJsonArray(list) ? list : [];
}

function objectWith(base: JsonObject, more: JsonObject): JsonObject {
  return Object.assign(new PlainObject(), base, more);
}

function present(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object = new PlainObject();
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) object[key] = value;
  return object;
}
