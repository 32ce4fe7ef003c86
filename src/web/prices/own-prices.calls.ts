import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { CreateOwnModelPriceBody } from '#contracts/prices/own-model-price.ts';
import { api, bodyOf } from '#web/platform/http/client.ts';

/** As many as there may be, and as a page holds. */
const ALL = 1_000;

/** The prices that were set on this server, newest first. */
export const ownPricesOptions = queryOptions({
  queryKey: ['own-prices'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/own_model_prices', { params: { query: { limit: ALL } }, signal }))).data,
});

/** Models whose calls have no cost, because there is no price for them. */
export const unpricedModelsOptions = queryOptions({
  queryKey: ['own-prices', 'unpriced'],
  queryFn: async ({ signal }) => await bodyOf(api.GET('/v1/model_prices/unpriced', { signal })),
});

export async function addOwnPrice(body: CreateOwnModelPriceBody): Promise<void> {
  await bodyOf(api.POST('/v1/own_model_prices', { body }));
}

export async function changeOwnPrice(id: string, body: CreateOwnModelPriceBody): Promise<void> {
  await bodyOf(api.PATCH('/v1/own_model_prices/{price_id}', { params: { path: { price_id: id } }, body }));
}

export async function deleteOwnPrice(id: string): Promise<void> {
  await bodyOf(api.DELETE('/v1/own_model_prices/{price_id}', { params: { path: { price_id: id } } }));
}

/** Asks again for everything that depends on prices. */
export async function pricesChanged(client: QueryClient): Promise<void> {
  await Promise.all(['own-prices', 'model-rates', 'span-cost'].map((key) => client.invalidateQueries({ queryKey: [key] })));
}
