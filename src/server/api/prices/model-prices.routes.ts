import type { FastifyInstance } from 'fastify';
import {
  OWN_PRICES_MAX,
  type CreateOwnModelPriceBody,
  type OwnModelPricePage,
  type OwnModelPriceListParams,
  type UpdateOwnModelPriceBody,
} from '#contracts/prices/own-model-price.ts';
import * as routes from '#contracts/prices/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { findOwnPrice, isOverlap, type OwnPrice } from '#core/cost/own-price.ts';
import { dayOf } from '#server/prices/span-cost.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  changeOwnPrice,
  deleteOwnPrice,
  findOwnPriceRow,
  insertOwnPrice,
  listOwnPrices,
  type OwnModelPriceFields,
} from '#server/stores/meta/model-prices/own-prices.queries.ts';
import type { OwnModelPriceRecord } from '#server/stores/meta/own-model-price-tables.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { timeOf } from '../kit/request/time-window.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { readModelList, readModelRates, readSpanCost } from './model-prices.service.ts';
import { readUnpricedModels } from './unpriced-models.service.ts';
import { ownPriceReply, ownPriceOf, priceFields } from './own-price-codec.ts';

const NANOS_PER_MILLI = 1_000_000n;

type ModelPriceDeps = OwnPriceDeps & Pick<ApiDeps, 'queries'>;

/**
 * The prices of models, from custom prices and the bundled list, and the breakdown of a span's
 * cost.
 */
export function registerModelPrices(app: FastifyInstance, deps: ModelPriceDeps): void {
  listRoute(app, deps);
  ratesRoute(app, deps);
  unpricedRoute(app, deps);
  spanCostRoute(app, deps);
  registerOwnPrices(app, deps);
}

/** Prices are not user data: every authenticated caller may read them. */
function listRoute(app: FastifyInstance, { queries }: ModelPriceDeps): void {
  serve(app, routes.listModelPrices, async ({ query, asker }) =>
    queries.json(readModelList, asker, query),
  );
}

function ratesRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(
    app,
    routes.getModelRates,
    async ({
      query: { model, provider = null, time, kind = 'LLM', input_tokens: inputTokens = 0 },
      asker,
    }) => {
      const atMs = time === undefined ? Date.now() : Number(timeOf(time, 'time') / NANOS_PER_MILLI);
      const own = findOwnPrice(ownPrices.prices, {
        kind,
        modelName: model,
        modelProvider: provider,
        day: dayOf(atMs),
      });
      return {
        data: await queries.value(readModelRates, asker, {
          kind,
          model,
          provider,
          atMs,
          inputTokens,
          own,
        }),
      };
    },
  );
}

function unpricedRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(app, routes.listUnpricedModels, ({ asker }) =>
    queries.value(readUnpricedModels, asker, { own: ownPrices.prices, nowMs: Date.now() }),
  );
}

function spanCostRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(app, routes.getSpanCost, async ({ params, asker }) => ({
    data: await queries.value(readSpanCost, asker, {
      span: params.span_identifier,
      own: ownPrices.prices,
      nowMs: Date.now(),
    }),
  }));
}

interface OwnPriceDeps extends Pick<ApiDeps, 'ownPrices'> {
  readonly meta: MetaDb;
}

/**
 * Prices that people set for models. They hold no user data: every known caller may read them, and
 * admins change them.
 */
function registerOwnPrices(app: FastifyInstance, deps: OwnPriceDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: OwnPriceDeps): void {
  serve(app, routes.listOwnModelPrices, ({ query }) => ownPricePage(meta, query));
  serve(app, routes.getOwnModelPrice, async ({ params }) => ({
    data: ownPriceReply(await requireOwnPrice(meta, params.price_id)),
  }));
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

/** Custom prices, newest first. */
async function ownPricePage(
  db: MetaDb,
  { cursor, limit = 100 }: OwnModelPriceListParams,
): Promise<OwnModelPricePage> {
  const rows = await listOwnPrices(
    db,
    limit + 1,
    cursor === undefined ? null : decodeIdCursor(cursor, 'OwnModelPrice'),
  );
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(ownPriceReply),
    next_cursor: next === undefined ? null : encodeGlobalId('OwnModelPrice', next.id),
  };
}

async function requireOwnPrice(db: MetaDb, id: string): Promise<OwnModelPriceRecord> {
  const row = await findOwnPriceRow(db, priceNumber(id));
  if (row === null) throw priceNotFound(id);
  return row;
}

/**
 * Adds a price; 409 where another one is for the same calls on some of its days, or there are as
 * many as there may be.
 */
async function addOwnPrice(
  db: MetaDb,
  body: CreateOwnModelPriceBody,
): Promise<OwnModelPriceRecord> {
  const fields = priceFields(body, null);
  const check = (others: readonly OwnModelPriceRecord[]): void => {
    if (others.length >= OWN_PRICES_MAX)
      throw new AppError(
        'conflict',
        `There are ${OWN_PRICES_MAX} model prices, as many as there may be. Delete one, or use a pattern for several models.`,
      );
    refuseOverlap(fields, others);
  };
  return await insertOwnPrice(db, fields, { check, max: OWN_PRICES_MAX, nowMs: Date.now() });
}

/** Changes a price; 404 where there is none, 409 as when it is added. */
async function updateOwnPrice(
  db: MetaDb,
  id: string,
  body: UpdateOwnModelPriceBody,
): Promise<OwnModelPriceRecord> {
  const change = (
    before: OwnModelPriceRecord,
    others: readonly OwnModelPriceRecord[],
  ): OwnModelPriceFields => {
    const fields = priceFields(body, before);
    refuseOverlap(fields, others);
    return fields;
  };
  const row = await changeOwnPrice(db, priceNumber(id), change, {
    max: OWN_PRICES_MAX,
    nowMs: Date.now(),
  });
  if (row === null) throw priceNotFound(id);
  return row;
}

async function removeOwnPrice(db: MetaDb, id: string): Promise<OwnModelPriceRecord> {
  const row = await deleteOwnPrice(db, priceNumber(id));
  if (row === null) throw priceNotFound(id);
  return row;
}

/** Two prices for the same calls on one day would leave it to chance which applies. */
function refuseOverlap(fields: OwnModelPriceFields, others: readonly OwnModelPriceRecord[]): void {
  const price = ownPriceOf({ ...fields, id: 0, created_at_ms: 0, updated_at_ms: 0 });
  const other = others.map(ownPriceOf).find((one) => isOverlap(one, price));
  if (other === undefined) return;
  throw new AppError(
    'conflict',
    `body.valid_from and body.valid_until overlap with the price of ${nameOf(other)} for ${daysOf(other)} (${encodeGlobalId('OwnModelPrice', other.id)}). Change that one, or choose other days.`,
  );
}

function nameOf({ model, provider }: OwnPrice): string {
  return provider === null ? `'${model}'` : `'${model}' of '${provider}'`;
}

function daysOf({ validFrom, validUntil }: OwnPrice): string {
  if (validFrom === null) return validUntil === null ? 'all days' : `all days until ${validUntil}`;
  return validUntil === null ? `all days from ${validFrom}` : `${validFrom} to ${validUntil}`;
}

function priceNumber(id: string): number {
  return requireGlobalId(id, 'OwnModelPrice', 'price_id');
}

function priceNotFound(id: string): AppError {
  return new AppError(
    'not_found',
    `Model price '${id.slice(0, 80)}' not found; GET /v1/own_model_prices lists them.`,
  );
}
