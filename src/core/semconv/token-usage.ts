import type { JsonValue } from '#core/filter/predicate.ts';
import { parseJsonText } from './json-text.ts';
import { isJsonObject } from './plain-object.ts';
import type { PromotedField } from './promoted-attributes.ts';

/** The counts that a span can tell, by the promoted field that keeps each. */
export type TokenField = Extract<PromotedField, `${string}Tokens`>;

/**
 * Where the usage objects of providers and libraries keep each count; a path's second part lies
 * within the first. Sources: OpenAI (chat, Responses), Anthropic, Gemini, LangChain's
 * `usage_metadata`, MLflow's `chat.tokenUsage`, Langfuse's `usage_details`.
 */
export const USAGE_PATHS: readonly (readonly [field: TokenField, ...paths: string[]])[] = [
  ['promptTokens', 'prompt_tokens', 'input_tokens', 'promptTokenCount'],
  ['completionTokens', 'completion_tokens', 'output_tokens', 'candidatesTokenCount'],
  ['totalTokens', 'total_tokens', 'total', 'totalTokenCount'],
  [
    'cacheReadTokens',
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
    'input_token_details.cache_read',
    'cache_read_input_tokens',
    'input_cached_tokens',
    'cachedContentTokenCount',
  ],
  [
    'cacheWriteTokens',
    'prompt_tokens_details.cache_write_tokens',
    'input_token_details.cache_creation',
    'cache_creation_input_tokens',
    'input_cache_creation',
  ],
  [
    'reasoningTokens',
    'completion_tokens_details.reasoning_tokens',
    'output_tokens_details.reasoning_tokens',
    'output_token_details.reasoning',
    'output_reasoning_tokens',
    'thoughtsTokenCount',
  ],
  ['promptAudioTokens', 'prompt_tokens_details.audio_tokens', 'input_token_details.audio'],
  ['completionAudioTokens', 'completion_tokens_details.audio_tokens', 'output_token_details.audio'],
  ['promptImageTokens', 'prompt_tokens_details.image_tokens', 'input_tokens_details.image_tokens'],
  [
    'completionImageTokens',
    'completion_tokens_details.image_tokens',
    'output_tokens_details.image_tokens',
  ],
];

/** The counts of a usage object; null when there is none. LiteLLM writes it down as Python does. */
export function readUsage(text: string): ReadonlyMap<TokenField, number> | null {
  const usage = parseJsonText(text) ?? parseJsonText(pythonToJson(text));
  if (!isJsonObject(usage)) return null;
  const counts = new Map<TokenField, number>();
  for (const [field, ...paths] of USAGE_PATHS) {
    const count = paths.map((path) => numberAt(usage, path)).find((each) => each !== null);
    if (count !== undefined && count !== null) counts.set(field, count);
  }
  // Langfuse's own keys: each kind of token counts beside the others, its name tells the side.
  if (!counts.has('promptTokens') && usage['input'] !== undefined)
    counts.set('promptTokens', sumOf(usage, 'input'));
  if (!counts.has('completionTokens') && usage['output'] !== undefined)
    counts.set('completionTokens', sumOf(usage, 'output'));
  return counts;
}

/** US dollars: the total, else the sum of the amounts; null when there is none. */
export function readCost(text: string): number | null {
  const costs = parseJsonText(text);
  if (!isJsonObject(costs)) return null;
  const total = costs['total'] ?? costs['total_cost'];
  if (typeof total === 'number') return total;
  const amounts = Object.values(costs).filter((each) => typeof each === 'number');
  return amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0);
}

function sumOf(usage: { readonly [key: string]: JsonValue }, side: string): number {
  let sum = 0;
  for (const [key, count] of Object.entries(usage))
    if (key.includes(side) && typeof count === 'number') sum += count;
  return sum;
}

function numberAt(usage: { readonly [key: string]: JsonValue }, path: string): number | null {
  const [key = '', inner] = path.split('.');
  const value = usage[key];
  const found = inner === undefined ? value : isJsonObject(value) ? value[inner] : undefined;
  return typeof found === 'number' ? found : null;
}

/** Enough for a dictionary of names and numbers. */
function pythonToJson(text: string): string {
  return text.replaceAll("'", '"').replace(/\bNone\b/g, 'null');
}
