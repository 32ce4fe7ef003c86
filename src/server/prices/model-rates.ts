import type { ListedModel, ListedRates, ModelRates, PriceListInfo } from '#contracts/model-price.ts';
import { ratesAt } from './call-prices.ts';
import { findModel, isByHour, loadPriceList, perMillionAt, PRICE_LIST_NAME, priceListVersion } from './price-list.ts';
import type { ModelInfo, ModelPrice, Provider } from './price-list.ts';

/** A call of which somebody wants to know the rates. */
export interface RatesQuestion {
  readonly model: string;
  readonly provider: string | null;
  readonly atMs: number;
  readonly inputTokens: number;
}

/** The rates that a call is charged by, as costs are reckoned from them. Loads the list. */
export function modelRates({ model, provider, atMs, inputTokens }: RatesQuestion): ModelRates {
  const found = findModel(loadPriceList(), model, provider, new Date(atMs));
  const list = { name: PRICE_LIST_NAME, version: priceListVersion() };
  if (found === null) return { state: 'unknown', provider: null, model: null, rates: null, list };
  const known = { provider: providerOf(found.provider), model: found.model.id, list };
  if (isByHour(found.model)) return { state: 'by_hour', rates: null, ...known };
  const { input, output, cacheRead, cacheWrite } = ratesAt(found.price, inputTokens);
  return { state: 'known', rates: { input, output, cache_read: cacheRead, cache_write: cacheWrite }, ...known };
}

/** The whole list at a time, by provider and name. `isMeant` is true of the model that the text names though it is called otherwise. */
export interface ModelList {
  readonly info: PriceListInfo;
  readonly models: readonly { readonly listed: ListedModel; readonly isMeant: boolean }[];
}

/** Every model of the list, in an order that does not change while the server runs. Loads the list. */
export async function listModels(named: string, atMs: number): Promise<ModelList> {
  const list = loadPriceList();
  const at = new Date(atMs);
  const meant = named === '' ? null : findModel(list, named, null, at);
  // Nothing is ever updated, so that what the package waits for is the list it came with.
  const providers = (await list.waitForUpdate()) ?? [];
  const models = providers
    .flatMap((provider) => provider.models.map((model) => ({ provider, model })))
    .toSorted((a, b) => compare(a.provider.name, b.provider.name) || compare(a.model.id, b.model.id))
    .map(({ provider, model }) => ({ listed: listedModel(provider, model, at), isMeant: model === meant?.model }));
  return { info: { name: PRICE_LIST_NAME, version: priceListVersion() }, models };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function providerOf({ id, name }: Provider): { readonly id: string; readonly name: string } {
  return { id, name };
}

function listedModel(provider: Provider, model: ModelInfo, at: Date): ListedModel {
  const byHour = isByHour(model);
  const price = byHour ? {} : priceAt(model, at);
  return {
    provider: providerOf(provider),
    model: model.id,
    name: model.name ?? null,
    by_hour: byHour,
    rates: listedRates(price, 0),
    tiers: tierStarts(price).map((start) => ({ input_tokens_over: start, rates: listedRates(price, start + 1) })),
  };
}

/** Of prices that follow one another, the last that has begun. */
function priceAt({ prices }: ModelInfo, at: Date): ModelPrice {
  if (!Array.isArray(prices)) return prices;
  const begun = prices.findLast(({ constraint }) => constraint?.type !== 'start_date' || at >= new Date(constraint.start_date));
  return (begun ?? prices[0])?.prices ?? {};
}

const RATE_KEYS = ['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok'] as const;

function tierStarts(price: ModelPrice): readonly number[] {
  const starts = RATE_KEYS.flatMap((key) => {
    const rate = price[key];
    return rate === undefined || typeof rate === 'number' ? [] : rate.tiers.map((tier) => tier.start);
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

function listedRates(price: ModelPrice, inputTokens: number): ListedRates {
  const [input = null, output = null, cacheRead = null, cacheWrite = null] = RATE_KEYS.map((key) => perMillionAt(price[key], inputTokens));
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite };
}
