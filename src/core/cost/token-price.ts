import type { SpanKind } from '#contracts/spans/span-kind.ts';
import type { TokenCounts } from '#core/otlp/span-record.ts';

/** Kinds of spans that are charged for. */
export type CalledKind = 'LLM' | 'EMBEDDING';

export function isCalled(kind: SpanKind): kind is CalledKind {
  return kind === 'LLM' || kind === 'EMBEDDING';
}

/** The rates of a call: US dollars per million tokens, by type, and per call. */
export interface CallRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
  /**
   * Null where the price of such tokens is unknown: they cost many times those of text. So are
   * those of the answer.
   */
  readonly audioInput: number | null;
  readonly audioOutput: number | null;
  readonly imageInput: number;
  readonly imageOutput: number;
  /** US dollars for each call, whatever its tokens. */
  readonly perCall: number;
}

/** A model call as a price list sees it. */
export interface ModelCall {
  readonly kind: CalledKind;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly tokens: TokenCounts;
  /** Nanoseconds since the epoch: prices change. */
  readonly startTimeUnixNano: bigint;
}

/** The cost of a model call in US dollars; null if unknown. */
export type PriceOf = (call: ModelCall) => number | null;

/** Where costs are taken as sent, and no others. */
export const NO_PRICES: PriceOf = () => null;

/** The parts of a cost, as people read them: input first. */
export const COST_PARTS = [
  'input',
  'cacheRead',
  'cacheWrite',
  'audioInput',
  'imageInput',
  'output',
  'reasoning',
  'audioOutput',
  'imageOutput',
  'perCall',
] as const satisfies readonly (keyof CallRates)[];
export type CostPart = (typeof COST_PARTS)[number];

/** The cost of the tokens of one type, or of the call itself. */
export interface CostLine {
  readonly part: CostPart;
  readonly count: number;
  /** US dollars per million tokens; of `perCall` per call. */
  readonly rate: number;
  readonly costUsd: number;
}

/** Each token in one part alone. */
type CountedParts = Readonly<Record<CostPart, number>>;

const TOKENS_PER_RATE = 1_000_000;

/** Whether there are counts that can be multiplied by rates. */
export function isCounted({ prompt, completion }: TokenCounts): boolean {
  return prompt !== null || completion !== null;
}

/** Rates by the single token, made once for all calls of a model. */
export interface Charges {
  readonly rates: CallRates;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** The charges of these rates. */
export function chargesOf(rates: CallRates): Charges {
  return {
    rates,
    input: rates.input / TOKENS_PER_RATE,
    output: rates.output / TOKENS_PER_RATE,
    cacheRead: rates.cacheRead / TOKENS_PER_RATE,
    cacheWrite: rates.cacheWrite / TOKENS_PER_RATE,
    reasoning: rates.reasoning / TOKENS_PER_RATE,
  };
}

/**
 * The cost of a call: its tokens times the rates, plus the rate per call. Null if unknown; see
 * `costLines`.
 */
export function costOfTokens(charges: Charges, tokens: TokenCounts): number | null {
  const { rates } = charges;
  if (tokens.media !== undefined || (tokens.audio ?? 0) > 0 || !isCounted(tokens)) {
    const lines = costLines(rates, tokens);
    return lines === null ? null : sumOfLines(lines);
  }
  // Nearly every call: the parts as `countParts` has them, without an object for each span that
  // arrives.
  const cacheRead = tokens.cacheRead ?? 0;
  const cacheWrite = tokens.cacheWrite ?? 0;
  const completion = tokens.completion ?? 0;
  const reasoning = reasoningApart(rates, tokens);
  return (
    restOf(tokens.prompt ?? 0, cacheRead + cacheWrite) * charges.input +
    cacheRead * charges.cacheRead +
    cacheWrite * charges.cacheWrite +
    restOf(completion, reasoning) * charges.output +
    reasoning * charges.reasoning +
    rates.perCall
  );
}

/**
 * The calculation of a cost, part by part, without parts that have no tokens. Null if unknown:
 * tokens without counts, or of a type without a rate, or audio without a known side.
 */
export function costLines(rates: CallRates, tokens: TokenCounts): readonly CostLine[] | null {
  if (!isCounted(tokens) && !isByCallAlone(rates)) return null;
  if (tokens.media === undefined && (tokens.audio ?? 0) > 0) return null;
  const counts = countParts(rates, tokens);
  const lines: CostLine[] = [];
  for (const part of COST_PARTS) {
    const count = counts[part];
    const rate = rates[part];
    if (count === 0) continue;
    if (rate === null) return null;
    if (part !== 'perCall')
      lines.push({ part, count, rate, costUsd: (count * rate) / TOKENS_PER_RATE });
    else if (rate > 0) lines.push({ part, count, rate, costUsd: rate });
  }
  return lines;
}

/** The sum of a cost's parts. */
export function sumOfLines(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { costUsd }) => sum + costUsd, 0);
}

/** Whether tokens are free, so that a call without token counts has a cost all the same. */
function isByCallAlone(rates: CallRates): boolean {
  return (
    rates.perCall > 0 && COST_PARTS.every((part) => part === 'perCall' || (rates[part] ?? 0) === 0)
  );
}

/**
 * Tokens of special types are part of the prompt's or the completion's, as OpenInference and OTel
 * GenAI have it; where they exceed them, the sender counted them apart (cached ones as Anthropic's
 * API does, reasoning as Gemini's), and so do we.
 */
function countParts(rates: CallRates, tokens: TokenCounts): CountedParts {
  const { media } = tokens;
  const cacheRead = tokens.cacheRead ?? 0;
  const cacheWrite = tokens.cacheWrite ?? 0;
  const completion = tokens.completion ?? 0;
  const reasoning = reasoningApart(rates, tokens);
  const audioInput = media?.audioInput ?? 0;
  const imageInput = media?.imageInput ?? 0;
  const audioOutput = media?.audioOutput ?? 0;
  const imageOutput = media?.imageOutput ?? 0;
  return {
    input: Math.max(
      0,
      restOf(tokens.prompt ?? 0, cacheRead + cacheWrite) - audioInput - imageInput,
    ),
    cacheRead,
    cacheWrite,
    audioInput,
    imageInput,
    output: Math.max(0, restOf(completion, reasoning) - audioOutput - imageOutput),
    reasoning,
    audioOutput,
    imageOutput,
    perCall: 1,
  };
}

/**
 * Reasoning tokens where they are charged apart from other output: only where that makes a
 * difference.
 */
function reasoningApart(rates: CallRates, { reasoning, completion }: TokenCounts): number {
  if (reasoning === null) return 0;
  return rates.reasoning !== rates.output || reasoning > (completion ?? 0) ? reasoning : 0;
}

function restOf(all: number, special: number): number {
  return special > all ? all : all - special;
}
