import type { UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';
import { endAppGrants } from './app-grants.queries.ts';

/**
 * Makes a link's token the only one of its user. Accompanying changes are in the same transaction.
 */
export async function replacePasswordToken(
  db: MetaDb,
  token: { readonly hash: Uint8Array; readonly userId: number; readonly expiresAtMs: number },
  nowMs: number,
  goesWithIt?: (transaction: MetaDb) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('password_tokens').where('user_id', '=', token.userId).execute();
    await trx.deleteFrom('password_tokens').where('expires_at_ms', '<=', nowMs).execute();
    const values = {
      token_hash: token.hash,
      user_id: token.userId,
      expires_at_ms: token.expiresAtMs,
      created_at_ms: nowMs,
    };
    await trx.insertInto('password_tokens').values(values).execute();
    await goesWithIt?.(trx);
  });
}

/** The owner of a token; null when it is unknown, used or expired. The token stays usable. */
export async function findPasswordToken(
  db: MetaDb,
  hash: Uint8Array,
  nowMs: number,
): Promise<number | null> {
  const found = db
    .selectFrom('password_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('expires_at_ms', '>', nowMs);
  return (await found.executeTakeFirst())?.user_id ?? null;
}

/** Whether a user has a link that can be used. */
export async function hasPasswordToken(
  db: MetaDb,
  userId: number,
  nowMs: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('password_tokens')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Uses a token up: the user gets the password, and every session and link of theirs ends. False
 * when the token was used up meanwhile.
 */
export async function spendPasswordToken(
  db: MetaDb,
  hash: Uint8Array,
  passwordHash: string,
  nowMs: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('password_tokens')
      .where('token_hash', '=', hash)
      .where('expires_at_ms', '>', nowMs)
      .returning('user_id')
      .executeTakeFirst();
    if (taken === undefined) return false;
    await givePassword(trx, taken.user_id, passwordHash, nowMs);
    return true;
  });
}

/**
 * Sets a user's password and ends all their sessions and links. Returns the updated user; null if
 * the user no longer exists.
 */
export async function setPassword(
  db: MetaDb,
  userId: number,
  passwordHash: string,
  nowMs: number,
): Promise<UserRecord | null> {
  return await db.transaction().execute((trx) => givePassword(trx, userId, passwordHash, nowMs));
}

/**
 * Ends every session and link of a user, and cuts off their apps; in the transaction that gives
 * them another password.
 */
export async function endSignIns(trx: MetaDb, userId: number): Promise<void> {
  await trx.deleteFrom('password_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user_sessions').where('user_id', '=', userId).execute();
  await endAppGrants(trx, userId);
}

async function givePassword(
  trx: MetaDb,
  userId: number,
  passwordHash: string,
  nowMs: number,
): Promise<UserRecord | null> {
  await endSignIns(trx, userId);
  const set = {
    password_hash: passwordHash,
    password_needs_reset: 0,
    updated_at_ms: nowMs,
  } as const;
  return (
    (await trx
      .updateTable('users')
      .set(set)
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}
