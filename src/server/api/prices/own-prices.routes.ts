import type { FastifyInstance } from 'fastify';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import {
  CreateOwnModelPriceBody,
  OWN_PRICES_MAX,
  OwnModelPriceListParams,
  OwnModelPricePage,
  OwnModelPriceParams,
  OwnModelPriceReply,
  UpdateOwnModelPriceBody,
} from '#contracts/prices/own-model-price.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { ownPriceReply } from './own-price-codec.ts';
import { addOwnPrice, ownPricePage, removeOwnPrice, requireOwnPrice, updateOwnPrice } from './own-prices.service.ts';

export interface OwnPriceDeps extends Pick<ApiDeps, 'ownPrices'> {
  readonly meta: MetaDb;
}

const PATH = '/v1/own_model_prices';
const PRICE = `${PATH}/{price_id}`;
const tag = 'server';
const access = { scopes: ['admin'], workspace: true } as const;
const EFFECT =
  'The price applies to LLM and embedding spans that arrive from now on without a cost; the costs of stored spans stay. Two prices of one model and provider can’t overlap in time.';
const bodyExample = { model: 'our-llama-*', provider: null, valid_from: '2026-01-01', prices: { input: 0.2, output: 0.6 } };

/** Prices that people set for models. They hold no user data: every known caller may read them, and admins change them. */
export function registerOwnPrices(app: FastifyInstance, deps: OwnPriceDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: OwnPriceDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: PATH,
      id: 'listOwnModelPrices',
      access: 'signed-in',
      tag,
      summary: 'List your own model prices',
      description: `The prices that were set on this server, newest first; up to ${OWN_PRICES_MAX}. Of several that fit a call applies an exact name before a pattern, then one for its provider, then the one that began last; only then the list that came with the server (GET /v1/model_prices).`,
      query: OwnModelPriceListParams,
      ok: { status: 200, description: 'A page of prices.', schema: OwnModelPricePage },
      errors: [],
    },
    ({ query }) => ownPricePage(meta, query),
  );
  route(
    app,
    {
      method: 'GET',
      path: PRICE,
      id: 'getOwnModelPrice',
      access: 'signed-in',
      tag,
      summary: 'Read one of your own model prices',
      description: 'By Global ID.',
      params: OwnModelPriceParams,
      ok: { status: 200, description: 'The price.', schema: OwnModelPriceReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: ownPriceReply(await requireOwnPrice(meta, params.price_id)) }),
  );
}

function createRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: PATH,
      id: 'createOwnModelPrice',
      access,
      audit: 'own_model_price.create',
      tag,
      summary: 'Add a custom model price',
      description: EFFECT,
      body: CreateOwnModelPriceBody,
      bodyExample,
      ok: { status: 201, description: 'The price.', schema: OwnModelPriceReply },
      errors: ['conflict', 'storage_full'],
    },
    async ({ body, note }) => {
      const price = await addOwnPrice(meta, body);
      note({ targetId: encodeGlobalId('OwnModelPrice', price.id) });
      await ownPrices.changed();
      return { data: ownPriceReply(price) };
    },
  );
}

function updateRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: PRICE,
      id: 'updateOwnModelPrice',
      access,
      audit: 'own_model_price.update',
      tag,
      summary: 'Change one of your own model prices',
      description: `By Global ID. Absent fields stay unchanged, each price too; null clears a price. ${EFFECT}`,
      params: OwnModelPriceParams,
      body: UpdateOwnModelPriceBody,
      bodyExample: { valid_until: '2026-06-30' },
      ok: { status: 200, description: 'The price.', schema: OwnModelPriceReply },
      errors: ['not_found', 'conflict', 'storage_full'],
    },
    async ({ params, body }) => {
      const price = await updateOwnPrice(meta, params.price_id, body);
      await ownPrices.changed();
      return { data: ownPriceReply(price) };
    },
  );
}

function deleteRoute(app: FastifyInstance, { meta, ownPrices }: OwnPriceDeps): void {
  route(
    app,
    {
      method: 'DELETE',
      path: PRICE,
      id: 'deleteOwnModelPrice',
      access,
      audit: 'own_model_price.delete',
      tag,
      summary: 'Delete one of your own model prices',
      description: 'By Global ID. Calls that arrive from now on cost what the next price that fits says; the costs of stored spans stay.',
      params: OwnModelPriceParams,
      ok: { status: 200, description: 'The price as it was.', schema: OwnModelPriceReply },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const price = await removeOwnPrice(meta, params.price_id);
      await ownPrices.changed();
      return { data: ownPriceReply(price) };
    },
  );
}
