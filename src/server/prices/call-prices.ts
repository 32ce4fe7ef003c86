import { costOfTokens } from '#core/cost/token-price.ts';
import type { ModelCall, PriceOf, TokenRates } from '#core/cost/token-price.ts';
import { findModel, isByHour, loadPriceList, perMillionAt } from './price-list.ts';
import type { ModelPrice } from './price-list.ts';

const MODELS_MAX = 1_024;
const TOKENS_PER_PRICE = 1_000_000;

/** What model calls cost by the list. What a name means is remembered, for a look-up takes 60 µs. */
export function createPriceList(): PriceOf {
  let list: ReturnType<typeof loadPriceList> | null = null;
  const known = new Map<string, ModelPrice | null>();
  return (call) => {
    if (call.modelName === null || (call.tokens.prompt === null && call.tokens.completion === null)) return null;
    // Some prices depend on the day, so a name is asked for again for each.
    const day = Number(call.startTimeUnixNano / 86_400_000_000_000n);
    const key = `${call.modelProvider ?? ''}\n${call.modelName}\n${day}`;
    let price = known.get(key);
    if (price === undefined) {
      list ??= loadPriceList();
      price = priceOf(list, call);
      if (known.size >= MODELS_MAX) known.clear();
      known.set(key, price);
    }
    return price === null ? null : costOfTokens(perToken(ratesAt(price, call.tokens.prompt ?? 0)), call.tokens);
  };
}

function priceOf(list: ReturnType<typeof loadPriceList>, call: ModelCall): ModelPrice | null {
  const found = findModel(list, call.modelName ?? '', call.modelProvider, new Date(Number(call.startTimeUnixNano / 1_000_000n)));
  // Prices by the hour of the day would be wrong for the rest of it.
  return found === null || isByHour(found.model) ? null : found.price;
}

/** US dollars per million tokens as a call with so many input tokens is charged; cached tokens without a rate of their own cost what the others do. */
export function ratesAt(price: ModelPrice, inputTokens: number): TokenRates {
  const input = perMillionAt(price['input_mtok'], inputTokens) ?? 0;
  return {
    input,
    output: perMillionAt(price['output_mtok'], inputTokens) ?? 0,
    cacheRead: perMillionAt(price['cache_read_mtok'], inputTokens) ?? input,
    cacheWrite: perMillionAt(price['cache_write_mtok'], inputTokens) ?? input,
  };
}

function perToken(rates: TokenRates): TokenRates {
  return {
    input: rates.input / TOKENS_PER_PRICE,
    output: rates.output / TOKENS_PER_PRICE,
    cacheRead: rates.cacheRead / TOKENS_PER_PRICE,
    cacheWrite: rates.cacheWrite / TOKENS_PER_PRICE,
  };
}
