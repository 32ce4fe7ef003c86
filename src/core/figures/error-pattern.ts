/** Stands for what differs from one message to the next. */
export const GAP = '…';

/** Families of models by how their names begin; a name goes on through letters, digits and `-._:/@`. */
const FAMILIES =
  'gpt|chatgpt|claude|gemini|gemma|llama|mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|deepseek|qwen|qwq|grok|kimi|glm|minimax|jamba|sonar|whisper|imagen|veo';
/** Words that are names of models only with something behind them: `command-r`, `o3-mini`, `text-embedding-3-small`. */
const FAMILIES_WITH_MORE = 'o[1-9]|command|nova|titan|phi|embed|text-embedding|dall-e|tts|rerank|voyage|yi|dbrx|hermes|nemotron|granite';
const MORE = String.raw`[\p{L}\d@]*(?:[-._:/@]+[\p{L}\d]+)*`;
/** In the order in which they are looked for: what holds others comes first. */
const VARYING: readonly RegExp[] = [
  // URLs and addresses of mail
  /\bhttps?:\/\/[^\s'"<>)\]}]*[^\s'"<>)\]}:;,.]/giu,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu,
  // names of models, with their provider: openai/gpt-4o, us.anthropic.claude-3-5-sonnet-20241022-v2:0
  new RegExp(String.raw`(?<![\p{L}\d])(?:[\p{L}\d-]{1,40}[./]){0,4}(?:${FAMILIES})${MORE}`, 'giu'),
  new RegExp(String.raw`(?<![\p{L}\d])(?:[\p{L}\d-]{1,40}[./]){0,4}(?:${FAMILIES_WITH_MORE})[-._:/]+[\p{L}\d]${MORE}`, 'giu'),
  // UUIDs, hashes, dates and times
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/giu,
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/gu,
  /\b(?:0x)?(?=[\da-f]*\d)[\da-f]{8,}\b/giu,
  // ids: req_011CS…, call-7Hq2, chatcmpl-9x, org-Ab12: a word, a joint, and something with a digit in it
  /\b[\p{L}]{2,}[_-](?=[\p{L}\d_-]*\d)[\p{L}\d_-]{4,}\b/gu,
  // Long words with digits in them.
  /\b(?=[\p{L}]*\d)(?=[\d]*\p{L})[\p{L}\d]{12,}\b/gu,
];
/** A number with its unit. HTTP statuses are what tells messages apart, and stay. */
const NUMBER =
  /(?<![\p{L}\d_])[+-]?\d[\d_,.]*(?<![,.])(?:e[+-]?\d+)?(?:\s?(?:ms|µs|ns|s|m|h|kb|mb|gb|kib|mib|gib|k|tokens?|seconds?|minutes?))?(?![\p{L}\d_])/giu;
const STATUS = /^[45]\d\d$/;
const GAPS = /…(?:[\s,;/:-]*…)+/gu;
const KEPT_MAX = 2_000;
/** Longer messages are of one kind when they begin alike. */
const CHARS_MAX = 1_000;

const patterns = new Map<string, string>();

/**
 * The common pattern of similar error messages: numbers, ids, times, addresses and names of models become `…`. `Rate limit reached for
 * gpt-4o on 30000 tokens` and `… for claude-sonnet-4 on 80000 tokens` have the same pattern. HTTP statuses stay.
 */
export function errorPattern(message: string): string {
  const known = patterns.get(message);
  if (known !== undefined) return known;
  const pattern = VARYING.reduce((text, varying) => text.replace(varying, GAP), message.slice(0, CHARS_MAX))
    .replace(NUMBER, (number) => (STATUS.test(number) ? number : GAP))
    .replace(GAPS, GAP);
  // Messages repeat; the ones of an hour are few.
  if (patterns.size >= KEPT_MAX) patterns.clear();
  patterns.set(message, pattern);
  return pattern;
}
