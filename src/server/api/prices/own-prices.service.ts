import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import {
  OWN_PRICES_MAX,
  type CreateOwnModelPriceBody,
  type OwnModelPricePage,
  type OwnModelPriceListParams,
  type UpdateOwnModelPriceBody,
} from '#contracts/prices/own-model-price.ts';
import { isOverlap, type OwnPrice } from '#core/cost/own-price.ts';
import {
  changeOwnPrice,
  deleteOwnPrice,
  findOwnPriceRow,
  insertOwnPrice,
  listOwnPrices,
  type OwnModelPriceFields,
} from '#server/stores/meta/model-prices/own-prices.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { OwnModelPriceRecord } from '#server/stores/meta/own-model-price-tables.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { ownPriceOf, ownPriceReply, priceFields } from './own-price-codec.ts';

/** Custom prices, newest first. */
export async function ownPricePage(db: MetaDb, { cursor, limit = 100 }: OwnModelPriceListParams): Promise<OwnModelPricePage> {
  const rows = await listOwnPrices(db, limit + 1, cursor === undefined ? null : decodeIdCursor(cursor, 'OwnModelPrice'));
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(ownPriceReply),
    next_cursor: next === undefined ? null : encodeGlobalId('OwnModelPrice', next.id),
  };
}

export async function requireOwnPrice(db: MetaDb, id: string): Promise<OwnModelPriceRecord> {
  const row = await findOwnPriceRow(db, priceNumber(id));
  if (row === null) throw priceNotFound(id);
  return row;
}

/** Adds a price; 409 where another one is for the same calls on some of its days, or there are as many as there may be. */
export async function addOwnPrice(db: MetaDb, body: CreateOwnModelPriceBody): Promise<OwnModelPriceRecord> {
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
export async function updateOwnPrice(db: MetaDb, id: string, body: UpdateOwnModelPriceBody): Promise<OwnModelPriceRecord> {
  const change = (before: OwnModelPriceRecord, others: readonly OwnModelPriceRecord[]): OwnModelPriceFields => {
    const fields = priceFields(body, before);
    refuseOverlap(fields, others);
    return fields;
  };
  const row = await changeOwnPrice(db, priceNumber(id), change, { max: OWN_PRICES_MAX, nowMs: Date.now() });
  if (row === null) throw priceNotFound(id);
  return row;
}

export async function removeOwnPrice(db: MetaDb, id: string): Promise<OwnModelPriceRecord> {
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
  return new AppError('not_found', `Model price '${id.slice(0, 80)}' not found; GET /v1/own_model_prices lists them.`);
}
