import type { JsonValue } from '#core/filter/predicate.ts';
import { firstOf, member, setMissing, textOf, type FlatAttributes } from './flat-attributes.ts';
import { mapSides, parsed } from './input-output.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/**
 * The input of a component, an agent, its step or a pipeline. Source: `haystack/core/pipeline` and
 * `haystack/components/agents`.
 */
export const HAYSTACK_INPUTS: readonly string[] = [
  'haystack.agent.step.llm.input',
  'haystack.agent.step.tool.input',
  'haystack.agent.input',
  'haystack.component.input',
  'haystack.pipeline.input_data',
];
/** The output. */
export const HAYSTACK_OUTPUTS: readonly string[] = [
  'haystack.agent.step.llm.output',
  'haystack.agent.step.tool.output',
  'haystack.agent.output',
  'haystack.component.output',
  'haystack.pipeline.output_data',
];

/** Adds what Haystack says with content tracing on. */
export function mapHaystack(attributes: FlatAttributes): void {
  const input = parsed(firstOf(attributes, HAYSTACK_INPUTS));
  const output = parsed(firstOf(attributes, HAYSTACK_OUTPUTS));
  setMissing(attributes, 'tool.name', attributes.get('haystack.tool.name'));
  setMissing(attributes, 'tool.description', attributes.get('haystack.tool.description'));
  if (input === undefined && output === undefined) return;
  const kind = attributes.get('openinference.span.kind');
  if (kind === 'LLM' || kind === 'EMBEDDING') {
    const { model } = replyFacts(
      textOf(attributes, 'haystack.agent.step.llm.output') ??
        textOf(attributes, 'haystack.component.output') ??
        '',
    );
    setMissing(
      attributes,
      kind === 'LLM' ? 'llm.model_name' : 'embedding.model_name',
      model ?? undefined,
    );
  }
  if (kind === 'LLM')
    mapSides(attributes, withPlainMessages(input), messagesOf(member(output, 'replies')));
  else
    mapSides(
      attributes,
      kind === 'EMBEDDING' ? (member(input, 'text') ?? input) : withoutNulls(input),
      output,
    );
}

/**
 * The model and the usage object of a reply, from the beginning of its JSON text: they precede the
 * reply's content.
 */
export function replyFacts(text: string): {
  readonly model: string | null;
  readonly usage: string | null;
} {
  const model = /"model":\s*"([^"\\]+)"/.exec(text)?.[1] ?? null;
  const at = text.search(/"usage":\s*\{/);
  return { model, usage: at < 0 ? null : objectAt(text, text.indexOf('{', at)) };
}

/**
 * The object that a reply ends with, from the end of its JSON text: embedders put it behind all
 * vectors. Empty where it ends with something else.
 */
export function metaAtEnd(text: string): string {
  const at = text.lastIndexOf('"meta":');
  const meta = at < 0 ? null : objectAt(text, text.indexOf('{', at));
  return meta !== null && /^\s*\}\s*$/.test(text.slice(text.indexOf(meta, at) + meta.length))
    ? meta
    : '';
}

/** An object of names and numbers within JSON text. */
function objectAt(text: string, start: number): string | null {
  if (start < 0) return null;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return null;
}

function withPlainMessages(input: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(input)) return input;
  const tools = isJsonArray(input['tools'])
    ? input['tools'].map((tool) => member(tool, 'data') ?? tool)
    : [];
  return Object.assign(new PlainObject(), { messages: messagesOf(input['messages']) ?? [], tools });
}

/** Haystack's own parts, `tool_call` and `tool_call_result`, in the words of OpenTelemetry. */
function messagesOf(messages: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonArray(messages)) return messages;
  return messages.map((message) => {
    const content = member(message, 'content');
    if (!isJsonObject(message) || !isJsonArray(content)) return message;
    return Object.assign(new PlainObject(), {
      role: message['role'] ?? null,
      content: content.map(plainPart),
    });
  });
}

function plainPart(part: JsonValue): JsonValue {
  const call = member(part, 'tool_call');
  const result = member(part, 'tool_call_result');
  if (isJsonObject(call))
    return {
      type: 'tool_call',
      id: call['id'] ?? null,
      name: call['tool_name'] ?? null,
      arguments: call['arguments'] ?? null,
    };
  if (!isJsonObject(result)) return part;
  const origin = result['origin'];
  return {
    type: 'tool_call_response',
    id: member(origin, 'id') ?? null,
    name: member(origin, 'tool_name') ?? null,
    response: result['result'] ?? null,
  };
}

/** A component's inputs have all its parameters: those that were not given say nothing. */
function withoutNulls(input: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(input)) return input;
  const given = new PlainObject();
  for (const [key, value] of Object.entries(input)) if (value !== null) given[key] = value;
  return given;
}
