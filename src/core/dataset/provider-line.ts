import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';

/**
 * An example in the shapes that a model provider's fine-tuning and evaluations take, one line of
 * JSON each.
 */
interface ProviderExample {
  readonly input: JsonObject;
  readonly output: JsonObject;
}

/**
 * A line of a fine-tuning file: the messages of input and output one after the other, and the
 * input's tools where it has any.
 */
export function fineTuningLine({ input, output }: ProviderExample): string {
  const messages = [...listOf(input['messages']), ...listOf(output['messages'])];
  const tools = input['tools'];
  return JSON.stringify(isTruthy(tools) ? { messages, tools } : { messages });
}

/**
 * A line of an evaluations file: the input's messages, and as `ideal` the content of the output's
 * last message where it is text.
 */
export function evaluationLine({ input, output }: ProviderExample): string {
  const last = listOf(output['messages']).at(-1);
  const content = isJsonObject(last) ? last['content'] : undefined;
  return JSON.stringify({
    messages: listOf(input['messages']),
    ideal: typeof content === 'string' ? content : '',
  });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

function isTruthy(value: JsonValue | undefined): boolean {
  if (isJsonArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}
