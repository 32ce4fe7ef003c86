import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as PriceList from '@pydantic/genai-prices';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isFramework, isSelfHosted } from '#core/semconv/provider-names.ts';

export type ModelInfo = PriceList.ModelInfo;
export type ModelPrice = PriceList.ModelPrice;
export type Provider = PriceList.Provider;

/** The package whose list it is. */
export const PRICE_LIST_NAME = '@pydantic/genai-prices';

const requirePackage = createRequire(import.meta.url);

/**
 * The list as of this version of the server: nothing is fetched. The first call in a thread loads
 * the package and its 20 MB; never in the main thread.
 */
export function loadPriceList(): typeof PriceList {
  // A required module is untyped; this is the package's type.
  return requirePackage(PRICE_LIST_NAME) as typeof PriceList;
}

/** The version of the list; the package does not export its package.json. */
export function priceListVersion(): string {
  const file = path.join(
    path.dirname(requirePackage.resolve(PRICE_LIST_NAME)),
    '..',
    'package.json',
  );
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Value.Check(Type.Object({ version: Type.String() }), read) ? read.version : 'unknown';
}

/** The list's entry for a model. */
export interface FoundModel {
  readonly provider: Provider;
  readonly model: ModelInfo;
  readonly price: ModelPrice;
}

/**
 * Providers whose models are recognized by name alone, in lookup order; the list recognizes most of
 * them itself.
 */
const MAKERS = [
  'openai',
  'anthropic',
  'mistral',
  'cohere',
  'voyageai',
  'deepseek',
  'x-ai',
  'perplexity',
] as const;
/** So the package accepts a name alone, with the provider before a slash if there is one. */
const BY_NAME = 'litellm';

/**
 * The model a name refers to, with its price at that time; null when the list has no such name, or
 * no per-token price for it. An unknown provider (a framework, a gateway, an invented name) doesn't
 * affect the price: the model's name decides.
 */
export function findModel(
  list: typeof PriceList,
  name: string,
  provider: string | null,
  timestamp: Date,
): FoundModel | null {
  if (provider !== null && isSelfHosted(provider)) return null;
  const isKnown =
    provider !== null &&
    !isFramework(provider) &&
    list.findProvider({ providerId: provider }) !== undefined;
  for (const providerId of isKnown ? [provider] : [BY_NAME, ...MAKERS]) {
    const found = list.calcPrice({ input_tokens: 1 }, name, { timestamp, providerId });
    if (found !== null)
      return isByToken(found.model_price)
        ? { provider: found.provider, model: found.model, price: found.model_price }
        : null;
  }
  return null;
}

/**
 * Whether tokens have a price: what is free has none at all in the list, what is paid by the hour
 * of audio or the page has others.
 */
function isByToken(price: ModelPrice): boolean {
  return (
    price['input_mtok'] !== undefined ||
    price['output_mtok'] !== undefined ||
    Object.keys(price).length === 0
  );
}

/**
 * Whether what it asks depends on the hour of the day; then the cost of a call of some day is not
 * known.
 */
export function isByHour({ prices }: ModelInfo): boolean {
  return (
    Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === 'time_of_date')
  );
}

/**
 * US dollars per million tokens when a call has so many input tokens: some models ask more, for all
 * of its tokens, when the prompt is long.
 */
export function perMillionAt(rate: ModelPrice[string], inputTokens: number): number | null {
  if (rate === undefined) return null;
  if (typeof rate === 'number') return rate;
  let perMillion = rate.base;
  for (const tier of rate.tiers) if (inputTokens > tier.start) perMillion = tier.price;
  return perMillion;
}
