import { sql } from 'kysely';
import type { MetaDb } from '../meta-db.ts';

/** How often one may fail, and for how long one then has to wait. */
export interface AttemptRules {
  readonly failuresMax: number;
  readonly lockMs: number;
}

/** An account and the place of a sign-in attempt, both as hashes. */
export interface AttemptPlace {
  readonly account: Uint8Array;
  readonly place: Uint8Array;
}

/** Failures are counted on until there was none for this long. */
export const FAILURES_KEPT_MS = 5 * 60_000;
const PLACE_KEPT_MS = 90 * 86_400_000;
const PLACES_MAX = 20;

/**
 * Counts an attempt as failed before it is made, so that many at once get no further than one after
 * the other. Null when it may be made, else when the lock ends. The same statements run for every
 * account, whether there is such a one or not.
 */
export async function beginAttempt(
  db: MetaDb,
  { account, place }: AttemptPlace,
  { failuresMax, lockMs }: AttemptRules,
  nowMs: number,
): Promise<number | null> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at_ms', '<=', nowMs - FAILURES_KEPT_MS)
    .execute();
  const counted = await db
    .insertInto('sign_in_attempts')
    .values({
      account_hash: account,
      place_hash: place,
      failures: 1,
      locked_until_ms: failuresMax <= 1 ? nowMs + lockMs : 0,
      last_at_ms: nowMs,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_hash', 'place_hash'])
        .doUpdateSet({
          failures: sql<number>`sign_in_attempts.failures + 1`,
          locked_until_ms: sql<number>`CASE WHEN sign_in_attempts.failures + 1 >= ${failuresMax} THEN CAST(${nowMs + lockMs} AS BIGINT) ELSE 0 END`,
          last_at_ms: nowMs,
        })
        .where('sign_in_attempts.locked_until_ms', '<=', nowMs),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted !== undefined) return null;
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('locked_until_ms')
    .where('account_hash', '=', account)
    .where('place_hash', '=', place)
    .executeTakeFirst();
  return row?.locked_until_ms ?? null;
}

/** Forgets the failures of an account, or those that came from one place. */
export async function forgetAttempts(
  db: MetaDb,
  account: Uint8Array,
  place?: Uint8Array,
): Promise<void> {
  const all = db.deleteFrom('sign_in_attempts').where('account_hash', '=', account);
  await (place === undefined ? all : all.where('place_hash', '=', place)).execute();
}

/**
 * One failure fewer and no lock, for an attempt that was not a failure or whose outcome is unknown.
 */
export async function takeBackAttempt(db: MetaDb, { account, place }: AttemptPlace): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set({ failures: sql<number>`max(failures - 1, 0)`, locked_until_ms: 0 })
    .where('account_hash', '=', account)
    .where('place_hash', '=', place)
    .execute();
}

/** Keeps that this account was signed in to from there; of each account, the places used last. */
export async function notePlace(
  db: MetaDb,
  { account, place }: AttemptPlace,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sign_in_places')
      .values({ account_hash: account, place_hash: place, last_at_ms: nowMs })
      .onConflict((conflict) =>
        conflict.columns(['account_hash', 'place_hash']).doUpdateSet({ last_at_ms: nowMs }),
      )
      .execute();
    const kept = trx
      .selectFrom('sign_in_places')
      .select('place_hash')
      .where('account_hash', '=', account)
      .orderBy('last_at_ms', 'desc')
      .limit(PLACES_MAX);
    await trx
      .deleteFrom('sign_in_places')
      .where('account_hash', '=', account)
      .where('place_hash', 'not in', kept)
      .execute();
    await trx
      .deleteFrom('sign_in_places')
      .where('last_at_ms', '<=', nowMs - PLACE_KEPT_MS)
      .execute();
  });
}

/** Whether this account was signed in to from there. */
export async function isKnownPlace(
  db: MetaDb,
  { account, place }: AttemptPlace,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_places')
    .select('last_at_ms')
    .where('account_hash', '=', account)
    .where('place_hash', '=', place)
    .where('last_at_ms', '>', nowMs - PLACE_KEPT_MS)
    .executeTakeFirst();
  return row !== undefined;
}
