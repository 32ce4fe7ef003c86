import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { NO_TOKENS, type MediaTokens, type TokenCounts } from '#core/otlp/span-record.ts';
import { requestedModel, NO_MODEL } from './requested-model.ts';
import { metaAtEnd, replyFacts } from './haystack.ts';
import { unquoted } from './json-text.ts';
import { promotedKey, promotedRow, type PromotedRow } from './promoted-attributes.ts';
import { providerName } from './provider-names.ts';
import { inferredKind, KIND_RULES, kindFromSpelling } from './span-kind-rules.ts';
import { readCost, readUsage, type TokenField } from './token-usage.ts';

/**
 * The most characters of a model, provider, session or user that a span's row keeps; its bytes keep
 * all.
 */
const PROMOTED_CHARS_MAX = 1_024;
/** A token count above this is not believed: sums of counts stay exact. */
const TOKENS_MAX = 1e12;

/**
 * A span's promoted attributes, however they are kept. Of a row's keys the first that is present
 * answers.
 */
export interface PromotedValues {
  /** As text; null when absent or neither text, number nor boolean. */
  text(row: PromotedRow): string | null;
  /** The end of a text that is too long for `text` to give all of it; null for any other value. */
  end(row: PromotedRow): string | null;
  /** As a number (text that spells one counts); null otherwise. */
  number(row: PromotedRow): number | null;
  has(row: PromotedRow): boolean;
}

const KIND = promotedRow('kind');
const MODEL_NAME = promotedRow('modelName');
const ASKED_PARAMETERS = promotedKey('llm.invocation_parameters');
const ASKED_MODEL = promotedKey('model');
const PROVIDER = promotedRow('provider');
const LLM_PROVIDER = promotedKey('llm.provider');
const SYSTEM = promotedRow('system');
const USAGE = promotedRow('usage');
const REPLY = promotedRow('reply');
const COST_USD = promotedRow('costUsd');
const COMPUTED_COST_USD = promotedRow('computedCostUsd');
const COST_DETAILS = promotedRow('costDetails');
const REQUEST_MODEL = promotedKey('gen_ai.request.model');
const REQUEST_MODELS = [REQUEST_MODEL, promotedKey('llm.request.model')];
/** By field; filled once. */
const KIND_ROWS = new Map(KIND_RULES.map(({ field }) => [field, promotedRow(field)]));
const PROMPT_TOKENS = promotedRow('promptTokens');
const COMPLETION_TOKENS = promotedRow('completionTokens');
const TOTAL_TOKENS = promotedRow('totalTokens');
const CACHE_READ_TOKENS = promotedRow('cacheReadTokens');
const CACHE_WRITE_TOKENS = promotedRow('cacheWriteTokens');
const REASONING_TOKENS = promotedRow('reasoningTokens');
const PROMPT_AUDIO_TOKENS = promotedRow('promptAudioTokens');
const COMPLETION_AUDIO_TOKENS = promotedRow('completionAudioTokens');
const PROMPT_IMAGE_TOKENS = promotedRow('promptImageTokens');
const COMPLETION_IMAGE_TOKENS = promotedRow('completionImageTokens');

/** A span's kind. An OpenInference kind is final; the other conventions only fill gaps. */
export function deriveKind(values: PromotedValues): SpanKind {
  const spelling = values.text(KIND);
  if (spelling !== null) return kindFromSpelling(spelling);
  const inferred = inferredKind(
    (field) => {
      const row = KIND_ROWS.get(field);
      return row === undefined ? null : values.text(row);
    },
    () => REQUEST_MODELS.some((row) => values.has(row)),
  );
  return inferred ?? 'UNKNOWN';
}

/** The model's name; of a model call that names none, the one it asked for. */
export function deriveModel(values: PromotedValues, kind: SpanKind): string | null {
  const sentModel = values.text(MODEL_NAME);
  const named =
    promotedText(sentModel === NO_MODEL ? values.text(REQUEST_MODEL) : sentModel) ??
    (values.has(REPLY) ? factsOf(values, 'model') : null);
  if (named !== null || kind !== 'LLM') return named;
  return promotedText(requestedModel(values.text(ASKED_PARAMETERS)) ?? values.text(ASKED_MODEL));
}

/**
 * Who served the model: `llm.provider` as sent, else the name the other conventions give, in
 * OpenInference's spelling.
 */
export function deriveProvider(values: PromotedValues): string | null {
  const sent = promotedText(values.text(PROVIDER));
  if (sent !== null) return values.has(LLM_PROVIDER) ? sent : providerName(sent);
  const system = promotedText(values.text(SYSTEM));
  return system === null ? null : providerName(system);
}

/**
 * Token counts by type; spans without any share one object. Counts without an attribute of their
 * own may come from a usage object.
 */
export function deriveTokens(values: PromotedValues): TokenCounts {
  const text = values.text(USAGE) ?? (values.has(REPLY) ? factsOf(values, 'usage') : null);
  const usage = text === null ? null : readUsage(text);
  const prompt = countOf(values, PROMPT_TOKENS, usage, 'promptTokens');
  const completion = countOf(values, COMPLETION_TOKENS, usage, 'completionTokens');
  const total = countOf(values, TOTAL_TOKENS, usage, 'totalTokens');
  const cacheRead = countOf(values, CACHE_READ_TOKENS, usage, 'cacheReadTokens');
  const cacheWrite = countOf(values, CACHE_WRITE_TOKENS, usage, 'cacheWriteTokens');
  const reasoning = countOf(values, REASONING_TOKENS, usage, 'reasoningTokens');
  const audioInput = countOf(values, PROMPT_AUDIO_TOKENS, usage, 'promptAudioTokens');
  const audioOutput = countOf(values, COMPLETION_AUDIO_TOKENS, usage, 'completionAudioTokens');
  const audio = addCounts(audioInput, audioOutput);
  const none =
    prompt === null &&
    completion === null &&
    total === null &&
    cacheRead === null &&
    cacheWrite === null &&
    reasoning === null &&
    audio === null;
  if (none) return NO_TOKENS;
  const counts = { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio };
  const imageInput = countOf(values, PROMPT_IMAGE_TOKENS, usage, 'promptImageTokens');
  const imageOutput = countOf(values, COMPLETION_IMAGE_TOKENS, usage, 'completionImageTokens');
  const media = mediaTokens(audioInput, audioOutput, imageInput, imageOutput);
  return media === null ? counts : { ...counts, media };
}

/**
 * The model or usage in a reply’s JSON: before the content, or in an embedding after its vectors.
 */
function factsOf(values: PromotedValues, fact: 'model' | 'usage'): string | null {
  const found = replyFacts(values.text(REPLY) ?? '')[fact];
  if (found !== null) return found;
  const end = values.end(REPLY);
  return end === null ? null : replyFacts(metaAtEnd(end))[fact];
}

/** Null where there is neither sound nor an image, as in nearly all calls. */
function mediaTokens(
  audioInput: number | null,
  audioOutput: number | null,
  imageInput: number | null,
  imageOutput: number | null,
): MediaTokens | null {
  const media = {
    audioInput: audioInput ?? 0,
    audioOutput: audioOutput ?? 0,
    imageInput: imageInput ?? 0,
    imageOutput: imageOutput ?? 0,
  };
  return media.audioInput + media.audioOutput + media.imageInput + media.imageOutput === 0
    ? null
    : media;
}

/** The cost in US dollars that the sender computed; null when it gave none or no amount. */
export function deriveCost(values: PromotedValues): number | null {
  const cost = values.number(COST_USD);
  if (cost !== null) return Number.isFinite(cost) && cost >= 0 ? cost : null;
  const computed = values.number(COMPUTED_COST_USD);
  // A library without a price for the model says 0.
  if (computed !== null && Number.isFinite(computed) && computed > 0) return computed;
  const details = values.text(COST_DETAILS);
  const total = details === null ? null : readCost(details);
  return total !== null && Number.isFinite(total) && total > 0 ? total : null;
}

/** The count from its own attribute, else from a usage object. */
function countOf(
  values: PromotedValues,
  row: PromotedRow,
  usage: ReadonlyMap<TokenField, number> | null,
  field: TokenField,
): number | null {
  const own = tokenCount(values.number(row));
  return own !== null || usage === null ? own : tokenCount(usage.get(field) ?? null);
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

/**
 * Trimmed and cut to what a row keeps; null when blank. MLflow sends all text as JSON text, in
 * quotes.
 */
export function promotedText(text: string | null): string | null {
  if (text === null) return null;
  const trimmed = unquoted(text.trim());
  return trimmed === '' ? null : cutText(trimmed, PROMOTED_CHARS_MAX);
}

const TRACEBACK = 'Traceback (most recent call last)';

/**
 * An error as one says it, cut: instrumentations of Python's put all of the traceback behind it,
 * into the status message too.
 */
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
