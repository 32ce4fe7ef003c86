import type { MetaDb } from '../meta-db.ts';
import type { OwnModelPriceRecord } from '../own-model-price-tables.ts';

/** A price's fields besides its number and times. */
export type OwnModelPriceFields = Omit<
  OwnModelPriceRecord,
  'id' | 'created_at_ms' | 'updated_at_ms'
>;

/** Prices, newest first, from `fromId` down. */
export async function listOwnPrices(
  db: MetaDb,
  limit: number,
  fromId: number | null,
): Promise<readonly OwnModelPriceRecord[]> {
  return await db
    .selectFrom('own_model_prices')
    .selectAll()
    .where('id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findOwnPriceRow(db: MetaDb, id: number): Promise<OwnModelPriceRecord | null> {
  return (
    (await db.selectFrom('own_model_prices').selectAll().where('id', '=', id).executeTakeFirst()) ??
    null
  );
}

/**
 * Looks at all the others before anything is written, and throws where the price cannot be beside
 * them.
 */
export type CheckBeside = (others: readonly OwnModelPriceRecord[]) => void;

/**
 * Stores a new price, once it was checked against the `max` that there may be, in one transaction.
 */
export async function insertOwnPrice(
  db: MetaDb,
  fields: OwnModelPriceFields,
  {
    check,
    max,
    nowMs,
  }: { readonly check: CheckBeside; readonly max: number; readonly nowMs: number },
): Promise<OwnModelPriceRecord> {
  return await db.transaction().execute(async (transaction) => {
    check(await listOwnPrices(transaction, max, null));
    return await transaction
      .insertInto('own_model_prices')
      .values({ ...fields, created_at_ms: nowMs, updated_at_ms: nowMs })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Changes a price as `change` says of the one that is there, in one transaction; null when there is
 * none. `change` throws where it cannot be.
 */
export async function changeOwnPrice(
  db: MetaDb,
  id: number,
  change: (
    before: OwnModelPriceRecord,
    others: readonly OwnModelPriceRecord[],
  ) => OwnModelPriceFields,
  { max, nowMs }: { readonly max: number; readonly nowMs: number },
): Promise<OwnModelPriceRecord | null> {
  return await db.transaction().execute(async (transaction) => {
    const all = await listOwnPrices(transaction, max, null);
    const before = all.find((price) => price.id === id);
    if (before === undefined) return null;
    const fields = change(
      before,
      all.filter((price) => price.id !== id),
    );
    const changed = transaction
      .updateTable('own_model_prices')
      .set({ ...fields, updated_at_ms: nowMs });
    return await changed.where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  });
}

/** The price as it was; null when there is none. */
export async function deleteOwnPrice(db: MetaDb, id: number): Promise<OwnModelPriceRecord | null> {
  return (
    (await db
      .deleteFrom('own_model_prices')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}
