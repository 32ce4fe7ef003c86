import type { SpanKind } from '#contracts/span-kind.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import type { TokenCounts } from '#core/otlp/span-record.ts';
import { promotedKey, promotedRow } from './promoted-attributes.ts';
import type { PromotedRow } from './promoted-attributes.ts';
import { providerName } from './provider-names.ts';
import { kindFromSpelling, inferredKind } from './span-kind-rules.ts';

/** The most characters of a model, provider, session or user that a span's row keeps; its bytes keep all. */
const PROMOTED_CHARS_MAX = 1_024;
/** A token count above this is not believed: sums of counts stay exact. */
const TOKENS_MAX = 1e12;

/** A span's promoted attributes, however they are kept. Of a row's keys the first that is present answers. */
export interface PromotedValues {
  /** As text; null when absent or neither text, number nor boolean. */
  text(row: PromotedRow): string | null;
  /** As a number (text that spells one counts); null otherwise. */
  number(row: PromotedRow): number | null;
  has(row: PromotedRow): boolean;
}

const KIND = promotedRow('kind');
const OPERATION = promotedRow('operation');
const REQUEST_TYPE = promotedRow('requestType');
const TRACELOOP_KIND = promotedRow('traceloopKind');
const AI_OPERATION = promotedRow('aiOperation');
const PROVIDER = promotedRow('provider');
const LLM_PROVIDER = promotedKey('llm.provider');
const SYSTEM = promotedRow('system');
const PROMPT_TOKENS = promotedRow('promptTokens');
const COMPLETION_TOKENS = promotedRow('completionTokens');
const TOTAL_TOKENS = promotedRow('totalTokens');
const CACHE_READ_TOKENS = promotedRow('cacheReadTokens');
const CACHE_WRITE_TOKENS = promotedRow('cacheWriteTokens');
const REASONING_TOKENS = promotedRow('reasoningTokens');
const PROMPT_AUDIO_TOKENS = promotedRow('promptAudioTokens');
const COMPLETION_AUDIO_TOKENS = promotedRow('completionAudioTokens');
const COST_USD = promotedRow('costUsd');
const REQUEST_MODELS = [promotedKey('gen_ai.request.model'), promotedKey('llm.request.model')];

/** A span's kind. What OpenInference says is final; the other conventions only fill in. */
export function deriveKind(values: PromotedValues): SpanKind {
  const spelling = values.text(KIND);
  if (spelling !== null) return kindFromSpelling(spelling);
  const inferred = inferredKind({
    operation: values.text(OPERATION),
    requestType: values.text(REQUEST_TYPE),
    traceloop: values.text(TRACELOOP_KIND),
    aiOperation: values.text(AI_OPERATION),
    hasRequestModel: REQUEST_MODELS.some((row) => values.has(row)),
  });
  return inferred ?? 'UNKNOWN';
}

/** Who served the model: `llm.provider` as sent, else the name the other conventions give, in OpenInference's spelling. */
export function deriveProvider(values: PromotedValues): string | null {
  const sent = promotedText(values.text(PROVIDER));
  if (sent !== null) return values.has(LLM_PROVIDER) ? sent : providerName(sent);
  const system = promotedText(values.text(SYSTEM));
  return system === null ? null : providerName(system);
}

/** Token counts by type; a span that gives none shares one object. */
export function deriveTokens(values: PromotedValues): TokenCounts {
  const prompt = tokenCount(values.number(PROMPT_TOKENS));
  const completion = tokenCount(values.number(COMPLETION_TOKENS));
  const total = tokenCount(values.number(TOTAL_TOKENS));
  const cacheRead = tokenCount(values.number(CACHE_READ_TOKENS));
  const cacheWrite = tokenCount(values.number(CACHE_WRITE_TOKENS));
  const reasoning = tokenCount(values.number(REASONING_TOKENS));
  const audio = addCounts(tokenCount(values.number(PROMPT_AUDIO_TOKENS)), tokenCount(values.number(COMPLETION_AUDIO_TOKENS)));
  const none =
    prompt === null &&
    completion === null &&
    total === null &&
    cacheRead === null &&
    cacheWrite === null &&
    reasoning === null &&
    audio === null;
  return none ? NO_TOKENS : { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio };
}

/** The cost in US dollars that the sender reckoned; null when it gave none or no amount. */
export function deriveCost(values: PromotedValues): number | null {
  const cost = values.number(COST_USD);
  return cost !== null && Number.isFinite(cost) && cost >= 0 ? cost : null;
}

/** A count of tokens: a whole number that is not negative; null for what is not one. */
function tokenCount(value: number | null): number | null {
  if (value === null || !(value >= 0) || value > TOKENS_MAX) return null;
  return Math.trunc(value);
}

/** The sum of two counts; null when neither was given. */
function addCounts(left: number | null, right: number | null): number | null {
  if (left === null) return right;
  return right === null ? left : left + right;
}

/** Trimmed and cut to what a row keeps; null when blank. */
export function promotedText(text: string | null): string | null {
  if (text === null) return null;
  const trimmed = text.trim();
  return trimmed === '' ? null : cutText(trimmed, PROMOTED_CHARS_MAX);
}

const TRACEBACK = 'Traceback (most recent call last)';

/** An error as one says it, cut: instrumentations of Python's put all of the traceback behind it, into the status message too. */
export function errorText(text: string, charsMax: number): string {
  const at = text.indexOf(TRACEBACK);
  return cutText(at > 0 ? text.slice(0, at).trimEnd() : text, charsMax);
}

/** The first `charsMax` characters, never half of a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? charsMax - 1 : charsMax);
}
