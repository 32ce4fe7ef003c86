import type { TokenCounts } from '#core/otlp/span-record.ts';

/** US dollars per token, by type. */
export interface TokenRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** A model call as a price list sees it. */
export interface ModelCall {
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly tokens: TokenCounts;
  /** Nanoseconds since the epoch: prices change. */
  readonly startTimeUnixNano: bigint;
}

/** What a model call cost in US dollars; null when that is not known. */
export type PriceOf = (call: ModelCall) => number | null;

/** Where costs are taken as sent, and no others. */
export const NO_PRICES: PriceOf = () => null;

/**
 * Tokens times rates. Cached tokens are part of the prompt's, as OpenInference and OTel GenAI have it; where they exceed it, the sender counted
 * them apart (as Anthropic's API does), and so do we. Null without counts, and for audio, whose tokens cost many times those of text while
 * a span's row does not say on which side they were.
 */
export function costOfTokens(rates: TokenRates, tokens: TokenCounts): number | null {
  if ((tokens.prompt === null && tokens.completion === null) || (tokens.audio ?? 0) > 0) return null;
  const prompt = tokens.prompt ?? 0;
  const cacheRead = tokens.cacheRead ?? 0;
  const cacheWrite = tokens.cacheWrite ?? 0;
  const uncached = cacheRead + cacheWrite > prompt ? prompt : prompt - cacheRead - cacheWrite;
  return uncached * rates.input + cacheRead * rates.cacheRead + cacheWrite * rates.cacheWrite + (tokens.completion ?? 0) * rates.output;
}
