import { RESOURCE_KEYS } from '#web/filter/language/resource-keys.ts';

/** Attributes that people group by first: versions and environments. */
const FIRST: readonly string[] = [
  'service.version',
  'deployment.environment.name',
  'deployment.environment',
  'service.name',
].map((key) => RESOURCE_KEYS + key);
/** Attributes whose text differs in every span, such as messages, or is the same in all. */
const LAST =
  /^(?:(?:input|output)\.(?:value|mime_type)|llm\.(?:input_messages|output_messages|prompts|choices|tools)|(?:embedding|retrieval|reranker)\..*|openinference\..*|resource\.(?:openinference|telemetry|process)\..*)$/;
/** Others are reached by the address. */
const OFFERED_MAX = 40;

/**
 * The keys that a menu offers to group by, of those in use, most frequent first; useful ones come
 * before others.
 */
export function keysToGroupBy(keys: readonly string[]): readonly string[] {
  const rankOf = (key: string): number =>
    FIRST.includes(key) ? FIRST.indexOf(key) : LAST.test(key) ? FIRST.length + 1 : FIRST.length;
  return keys.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, OFFERED_MAX);
}
