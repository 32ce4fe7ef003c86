import type { ListedModel, ListedRates, PriceListInfo } from '#contracts/prices/model-price.ts';
import { listInfo } from './model-rates.ts';
import {
  findModel,
  isByHour,
  loadPriceList,
  perMillionAt,
  type ModelInfo,
  type ModelPrice,
  type Provider,
} from './price-list.ts';

/**
 * The whole list at a time, by provider and name. `isMeant` is true of the model that the text
 * names though it is called otherwise.
 */
export interface ModelList {
  readonly info: PriceListInfo;
  readonly models: readonly { readonly listed: ListedModel; readonly isMeant: boolean }[];
}

/**
 * Every model of the list, in an order that does not change while the server runs. Loads the list.
 */
export async function listModels(named: string, atMs: number): Promise<ModelList> {
  const list = loadPriceList();
  const at = new Date(atMs);
  const meant = named === '' ? null : findModel(list, named, null, at);
  // Updates are disabled, so the package always uses its bundled list.
  const providers = (await list.waitForUpdate()) ?? [];
  const models = providers
    .flatMap((provider) => provider.models.map((model) => ({ provider, model })))
    .toSorted(
      (a, b) => compare(a.provider.name, b.provider.name) || compare(a.model.id, b.model.id),
    )
    .map(({ provider, model }) => ({
      listed: listedModel(provider, model, at),
      isMeant: model === meant?.model,
    }));
  return { info: listInfo(), models };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function listedModel(provider: Provider, model: ModelInfo, at: Date): ListedModel {
  const byHour = isByHour(model);
  const price = byHour ? {} : priceAt(model, at);
  return {
    provider: { id: provider.id, name: provider.name },
    model: model.id,
    name: model.name ?? null,
    by_hour: byHour,
    rates: listedRates(price, 0),
    tiers: tierStarts(price).map((start) => ({
      input_tokens_over: start,
      rates: listedRates(price, start + 1),
    })),
  };
}

/** Of prices that follow one another, the last that has begun. */
function priceAt({ prices }: ModelInfo, at: Date): ModelPrice {
  if (!Array.isArray(prices)) return prices;
  const begun = prices.findLast(
    ({ constraint }) => constraint?.type !== 'start_date' || at >= new Date(constraint.start_date),
  );
  return (begun ?? prices[0])?.prices ?? {};
}

const RATE_KEYS = ['input_mtok', 'output_mtok', 'cache_read_mtok', 'cache_write_mtok'] as const;

function tierStarts(price: ModelPrice): readonly number[] {
  const starts = RATE_KEYS.flatMap((key) => {
    const rate = price[key];
    return rate === undefined || typeof rate === 'number'
      ? []
      : rate.tiers.map((tier) => tier.start);
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

function listedRates(price: ModelPrice, inputTokens: number): ListedRates {
  const [input = null, output = null, cacheRead = null, cacheWrite = null] = RATE_KEYS.map((key) =>
    perMillionAt(price[key], inputTokens),
  );
  return { input, output, cache_read: cacheRead, cache_write: cacheWrite };
}
