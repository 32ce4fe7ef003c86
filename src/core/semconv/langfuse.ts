import type { JsonValue } from '#core/filter/predicate.ts';
import { setMissing, type FlatAttributes } from './flat-attributes.ts';
import { mapMetadata, mapSides, parsed } from './input-output.ts';
import { isJsonArray, isJsonObject } from './plain-object.ts';

const INPUT = 'langfuse.observation.input';
const OUTPUT = 'langfuse.observation.output';

/**
 * Which attribute of Langfuse's fills which of OpenInference's. Source:
 * `LangfuseOtelSpanAttributes` of Langfuse's SDKs, 3 and 4.
 */
export const LANGFUSE_ATTRIBUTES: readonly (readonly [target: string, source: string])[] = [
  ['llm.invocation_parameters', 'langfuse.observation.model.parameters'],
  ['llm.prompt_template.version', 'langfuse.observation.prompt.version'],
  ['prompt.id', 'langfuse.observation.prompt.name'],
  ['tag.tags', 'langfuse.trace.tags'],
];

/** Adds what Langfuse's SDK says of an observation. */
export function mapLangfuse(attributes: FlatAttributes): void {
  if (
    !attributes.has('langfuse.observation.type') &&
    !attributes.has(INPUT) &&
    !attributes.has(OUTPUT)
  )
    return;
  for (const [target, source] of LANGFUSE_ATTRIBUTES)
    setMissing(attributes, target, attributes.get(source));
  mapSides(attributes, called(parsed(attributes.get(INPUT))), parsed(attributes.get(OUTPUT)));
  mapMetadata(attributes, ['langfuse.observation.metadata.', 'langfuse.trace.metadata.']);
}

/**
 * The decorator writes down how a function was called: one argument is what went in, names are
 * where there are only names.
 */
function called(input: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(input)) return input;
  const { args, kwargs } = input;
  if (!isJsonArray(args) || !isJsonObject(kwargs) || Object.keys(input).length !== 2) return input;
  if (args.length === 0) return kwargs;
  return args.length === 1 && Object.keys(kwargs).length === 0 ? args[0] : input;
}
