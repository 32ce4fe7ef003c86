import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/prices/routes.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { ownPriceReply } from './own-price-codec.ts';
import { addOwnPrice, ownPricePage, removeOwnPrice, requireOwnPrice, updateOwnPrice } from './own-prices.service.ts';

export interface OwnPriceDeps extends Pick<ApiDeps, 'ownPrices'> {
  readonly meta: MetaDb;
}

/** Prices that people set for models. They hold no user data: every known caller may read them, and admins change them. */
export function registerOwnPrices(app: FastifyInstance, deps: OwnPriceDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: OwnPriceDeps): void {
  serve(app, routes.listOwnModelPrices, ({ query }) => ownPricePage(meta, query));
  serve(app, routes.getOwnModelPrice, async ({ params }) => ({ data: ownPriceReply(await requireOwnPrice(meta, params.price_id)) }));
}

function createRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  serve(app, routes.createOwnModelPrice, async ({ body, note }) => {
    const price = await addOwnPrice(meta, body);
    note({ targetId: encodeGlobalId('OwnModelPrice', price.id) });
    await ownPrices.changed();
    return { data: ownPriceReply(price) };
  });
}

function updateRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  serve(app, routes.updateOwnModelPrice, async ({ params, body }) => {
    const price = await updateOwnPrice(meta, params.price_id, body);
    await ownPrices.changed();
    return { data: ownPriceReply(price) };
  });
}

function deleteRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  serve(app, routes.deleteOwnModelPrice, async ({ params }) => {
    const price = await removeOwnPrice(meta, params.price_id);
    await ownPrices.changed();
    return { data: ownPriceReply(price) };
  });
}
