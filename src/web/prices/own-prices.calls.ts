import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  createOwnModelPrice,
  deleteOwnModelPrice,
  listOwnModelPrices,
  listUnpricedModels,
  updateOwnModelPrice,
} from '#contracts/prices/routes.ts';
import type { CreateOwnModelPriceBody } from '#contracts/prices/own-model-price.ts';
import { call } from '#web/platform/http/client.ts';

/** As many as there may be, and as a page holds. */
const ALL = 1_000;

/** The prices that were set on this server, newest first. */
export const ownPricesOptions = queryOptions({
  queryKey: ['own-prices'],
  queryFn: async ({ signal }) =>
    (await call(listOwnModelPrices, { query: { limit: ALL }, signal })).data,
});

/** Models whose calls have no cost, because there is no price for them. */
export const unpricedModelsOptions = queryOptions({
  queryKey: ['own-prices', 'unpriced'],
  queryFn: async ({ signal }) => await call(listUnpricedModels, { signal }),
});

export async function addOwnPrice(body: CreateOwnModelPriceBody): Promise<void> {
  await call(createOwnModelPrice, { body });
}

export async function changeOwnPrice(id: string, body: CreateOwnModelPriceBody): Promise<void> {
  await call(updateOwnModelPrice, { params: { price_id: id }, body });
}

export async function deleteOwnPrice(id: string): Promise<void> {
  await call(deleteOwnModelPrice, { params: { price_id: id } });
}

/** Asks again for everything that depends on prices. */
export async function pricesChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['own-prices', 'model-rates', 'span-cost'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
