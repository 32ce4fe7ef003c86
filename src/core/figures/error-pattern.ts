/** Stands for what differs from one message to the next. */
export const GAP = '…';

/**
 * In the order in which they are looked for: what contains others comes first. All repeats are
 * bounded, so that none takes long.
 */
const VARYING: readonly RegExp[] = [
  // URLs and email addresses
  /\bhttps?:\/\/[^\s'"<>)\]}]*[^\s'"<>)\]}:;,.]/giu,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu,
  // Names of models by their family, with their provider: openai/gpt-4o,
  // us.anthropic.claude-3-5-sonnet-20241022-v2:0
  /(?<![\p{L}\d])(?:[\p{L}\d-]{1,40}[./]){0,4}(?:(?:chat)?gpt|claude|gemini|gemma|llama|(?:mi|mini|magi)stral|mixtral|codestral|devstral|pixtral|deepseek|qwen|qwq|grok|kimi|glm|minimax|jamba|sonar|whisper|imagen|veo)[\p{L}\d]*(?:[-._:/@]+[\p{L}\d]+)*/giu,
  // Words that name a model only with something behind them: command-r, o3-mini,
  // text-embedding-3-small
  /(?<![\p{L}\d])(?:[\p{L}\d-]{1,40}[./]){0,4}(?:o[1-9]|command|nova|titan|phi|embed|text-embedding|dall-e|tts|rerank|voyage|yi|dbrx|hermes|nemotron|granite)(?:[-._:/@]+[\p{L}\d]+)+/giu,
  // UUIDs, times, hashes
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/giu,
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/gu,
  /\b(?:0x)?(?=[\da-f]{0,128}\d)[\da-f]{8,128}\b/giu,
  // IDs: req_011CS…, call-7Hq2, org-Ab12: a word, a joint, and something with a digit
  /(?<![\p{L}\d_-])\p{L}{2,20}[_-](?=[\p{L}\d_-]{0,60}\d)[\p{L}\d_-]{4,120}/gu,
  // Long words with digits
  /(?<![\p{L}\d])(?=\p{L}{0,60}\d)(?=\d{0,60}\p{L})[\p{L}\d]{12,120}/gu,
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
 * The common pattern of similar error messages: numbers, ids, times, addresses and names of models
 * become `…`. `Rate limit reached for gpt-4o on 30000 tokens` and `… for claude-sonnet-4 on 80000
 * tokens` have the same pattern. HTTP statuses stay.
 */
export function errorPattern(message: string): string {
  const known = patterns.get(message);
  if (known !== undefined) return known;
  const pattern = VARYING.reduce(
    (text, varying) => text.replace(varying, GAP),
    message.slice(0, CHARS_MAX),
  )
    .replace(NUMBER, (number) => (STATUS.test(number) ? number : GAP))
    .replace(GAPS, GAP);
  // Messages repeat; the ones of an hour are few.
  if (patterns.size >= KEPT_MAX) patterns.clear();
  patterns.set(message, pattern);
  return pattern;
}
