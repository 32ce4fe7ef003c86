import { createRequire } from 'node:module';
import type * as PriceList from '@pydantic/genai-prices';
import { costOfTokens } from '#core/cost/token-price.ts';
import type { ModelCall, PriceOf, TokenRates } from '#core/cost/token-price.ts';

type ModelPrice = PriceList.ModelPrice;
type Rate = ModelPrice[string];

const MODELS_MAX = 1_024;
const TOKENS_PER_PRICE = 1_000_000;

/**
 * Prices by the list of the package `@pydantic/genai-prices`, the list as of this version of the server: nothing is fetched. The package and its
 * 20 MB are loaded by the first call that wants a price. What a name means is remembered, for a look-up takes 60 µs.
 */
export function createPriceList(): PriceOf {
  let list: typeof PriceList | null = null;
  const known = new Map<string, ModelPrice | null>();
  return (call) => {
    if (call.modelName === null || (call.tokens.prompt === null && call.tokens.completion === null)) return null;
    // Some prices depend on the day, so a name is asked for again for each.
    const day = Number(call.startTimeUnixNano / 86_400_000_000_000n);
    const key = `${call.modelProvider ?? ''}\n${call.modelName}\n${day}`;
    let price = known.get(key);
    if (price === undefined) {
      list ??= loadList();
      price = priceOf(list, call);
      if (known.size >= MODELS_MAX) known.clear();
      known.set(key, price);
    }
    return price === null ? null : costOfTokens(ratesAt(price, call.tokens.prompt ?? 0), call.tokens);
  };
}

function loadList(): typeof PriceList {
  // A required module has no type of its own; this is the type of the package.
  return createRequire(import.meta.url)('@pydantic/genai-prices') as typeof PriceList;
}

function priceOf(list: typeof PriceList, call: ModelCall): ModelPrice | null {
  const timestamp = new Date(Number(call.startTimeUnixNano / 1_000_000n));
  const options = call.modelProvider === null ? { timestamp } : { timestamp, providerId: call.modelProvider };
  const found = list.calcPrice({ input_tokens: 1 }, call.modelName ?? '', options);
  // Prices by the hour of the day would be wrong for the rest of it.
  const isHourly =
    found !== null && Array.isArray(found.model.prices) && found.model.prices.some((price) => price.constraint?.type === 'time_of_date');
  return found === null || isHourly ? null : found.model_price;
}

/** The rates of a call with so many input tokens: some models ask more, for all of its tokens, when the prompt is long. */
function ratesAt(price: ModelPrice, inputTokens: number): TokenRates {
  const input = rateAt(price['input_mtok'], inputTokens) ?? 0;
  return {
    input,
    output: rateAt(price['output_mtok'], inputTokens) ?? 0,
    cacheRead: rateAt(price['cache_read_mtok'], inputTokens) ?? input,
    cacheWrite: rateAt(price['cache_write_mtok'], inputTokens) ?? input,
  };
}

function rateAt(rate: Rate, inputTokens: number): number | null {
  if (rate === undefined) return null;
  if (typeof rate === 'number') return rate / TOKENS_PER_PRICE;
  let perMillion = rate.base;
  for (const tier of rate.tiers) if (inputTokens > tier.start) perMillion = tier.price;
  return perMillion / TOKENS_PER_PRICE;
}
