import type { JsonValue } from '#core/filter/predicate.ts';
import { setMissing, textOf, type FlatAttributes } from './flat-attributes.ts';
import { mapMetadata, mapSides, parsed } from './input-output.ts';
import { isJsonObject } from './plain-object.ts';

const KIND = 'langsmith.span.kind';

/**
 * Adds what LangSmith's OpenTelemetry mode says of a run: its inputs and outputs are JSON text
 * under the names of the GenAI conventions, in LangChain's shapes. Source:
 * `langsmith/_internal/otel/_otel_exporter.py`.
 */
export function mapLangSmith(attributes: FlatAttributes): void {
  if (!attributes.has(KIND)) return;
  mapSides(
    attributes,
    only(parsed(attributes.get('gen_ai.prompt')), ['input']),
    outputOf(parsed(attributes.get('gen_ai.completion'))),
  );
  const tags = textOf(attributes, 'langsmith.span.tags');
  if (tags !== null && tags !== '') setMissing(attributes, 'tag.tags', tags.split(', '));
  mapMetadata(attributes, ['langsmith.metadata.']);
}

/** A value that has nothing else round it but one of these names. */
function only(value: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && names.includes(name) ? value[name] : value;
}

/** A tool's answer is a message: its content is what came out. */
function outputOf(value: JsonValue | undefined): JsonValue | undefined {
  const output = only(value, ['output']);
  return isJsonObject(output) && output['type'] === 'tool' && output['content'] !== undefined
    ? output['content']
    : output;
}
