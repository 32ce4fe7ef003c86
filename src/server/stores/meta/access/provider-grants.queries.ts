import type { UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';
import { suspendUser } from './suspensions.queries.ts';

/** A user who signed in at an identity provider, with the refresh token for checks. */
export type GrantedUserRecord = UserRecord & {
  readonly oauth2_user_id: string;
  readonly sealed_token: Uint8Array;
};

/** Replaces the token of the previous sign-in with a new one. */
export async function putProviderGrant(
  db: MetaDb,
  userId: number,
  sealed: Uint8Array,
  nextCheckAtMs: number,
): Promise<void> {
  const values = { sealed_token: sealed, next_check_at_ms: nextCheckAtMs };
  await db
    .insertInto('provider_grants')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function hasProviderGrant(db: MetaDb, userId: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('provider_grants')
      .select('user_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * People of a client whom the provider is to be asked about by now, those who waited longest first.
 */
export async function grantsToCheck(
  db: MetaDb,
  clientId: string,
  nowMs: number,
  limit: number,
): Promise<readonly GrantedUserRecord[]> {
  return await db
    .selectFrom('provider_grants as grant')
    .innerJoin('users as user', 'user.id', 'grant.user_id')
    .selectAll('user')
    .select('grant.sealed_token')
    .$narrowType<{ oauth2_user_id: string }>()
    .where('grant.next_check_at_ms', '<=', nowMs)
    .where('user.oauth2_client_id', '=', clientId)
    .where('user.oauth2_user_id', 'is not', null)
    .orderBy('grant.next_check_at_ms')
    .limit(limit)
    .execute();
}

/** Replaces the current token with the next one; a no-op if a sign-in replaced it meanwhile. */
export async function replaceProviderGrant(
  db: MetaDb,
  userId: number,
  { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
): Promise<void> {
  await db
    .updateTable('provider_grants')
    .set({ sealed_token: to })
    .where('user_id', '=', userId)
    .where('sealed_token', '=', from)
    .execute();
}

export async function checkProviderGrantAt(
  db: MetaDb,
  userId: number,
  nextCheckAtMs: number,
): Promise<void> {
  await db
    .updateTable('provider_grants')
    .set({ next_check_at_ms: nextCheckAtMs })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The provider refuses this token: deletes it, and suspends its user. False if already suspended,
 * or if a sign-in has replaced the token.
 */
export async function endProviderGrant(
  db: MetaDb,
  userId: number,
  sealed: Uint8Array,
  nowMs: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ended = trx
      .deleteFrom('provider_grants')
      .where('user_id', '=', userId)
      .where('sealed_token', '=', sealed);
    const { numDeletedRows } = await ended.executeTakeFirst();
    return numDeletedRows > 0n && (await suspendUser(trx, userId, nowMs));
  });
}

/** Suspends people of a client who signed in last before a time; they as they were. */
export async function suspendAbsent(
  db: MetaDb,
  clientId: string,
  beforeMs: number,
  nowMs: number,
): Promise<readonly UserRecord[]> {
  return await db.transaction().execute(async (trx) => {
    const absent = await trx
      .selectFrom('users')
      .selectAll()
      .where('auth_method', '=', 'OAUTH2')
      .where('oauth2_client_id', '=', clientId)
      .where('suspended_at_ms', 'is', null)
      .where((where) =>
        where(where.fn.coalesce('last_login_at_ms', 'created_at_ms'), '<=', beforeMs),
      )
      .limit(ABSENT_AT_ONCE_MAX)
      .execute();
    for (const { id } of absent) await suspendUser(trx, id, nowMs);
    return absent;
  });
}
const ABSENT_AT_ONCE_MAX = 200;
