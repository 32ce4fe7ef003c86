import type { UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';
import { suspendUser } from './suspensions.queries.ts';

/** Somebody who signed in at an identity provider, with what it is asked with about them. */
export type GrantedUserRecord = UserRecord & { readonly oauth2_user_id: string; readonly sealed_token: Uint8Array };

/** What a provider gave at a sign-in, in place of what it gave before. */
export async function putProviderGrant(db: MetaDb, userId: number, sealed: Uint8Array, nextCheckAtMs: number): Promise<void> {
  const values = { sealed_token: sealed, next_check_at_ms: nextCheckAtMs };
  await db
    .insertInto('provider_grants')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function hasProviderGrant(db: MetaDb, userId: number): Promise<boolean> {
  return (await db.selectFrom('provider_grants').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** People of a client whom the provider is to be asked about by now, those who waited longest first. */
export async function grantsToCheck(db: MetaDb, clientId: string, nowMs: number, limit: number): Promise<readonly GrantedUserRecord[]> {
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

/** What it is asked with next, in place of what it was asked with now; nothing is done when there is another one by now, from a sign-in. */
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

export async function checkProviderGrantAt(db: MetaDb, userId: number, nextCheckAtMs: number): Promise<void> {
  await db.updateTable('provider_grants').set({ next_check_at_ms: nextCheckAtMs }).where('user_id', '=', userId).execute();
}

/**
 * The provider does not take this any more: it is forgotten, and its user suspended. False when that was so before, or when there is another
 * one by now: they have just signed in.
 */
export async function endProviderGrant(db: MetaDb, userId: number, sealed: Uint8Array, nowMs: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const ended = trx.deleteFrom('provider_grants').where('user_id', '=', userId).where('sealed_token', '=', sealed);
    const { numDeletedRows } = await ended.executeTakeFirst();
    return numDeletedRows > 0n && (await suspendUser(trx, userId, nowMs));
  });
}

/** Suspends people of a client who signed in last before a time; they as they were. */
export async function suspendAbsent(db: MetaDb, clientId: string, beforeMs: number, nowMs: number): Promise<readonly UserRecord[]> {
  return await db.transaction().execute(async (trx) => {
    const absent = await trx
      .selectFrom('users')
      .selectAll()
      .where('auth_method', '=', 'OAUTH2')
      .where('oauth2_client_id', '=', clientId)
      .where('suspended_at_ms', 'is', null)
      .where((where) => where(where.fn.coalesce('last_login_at_ms', 'created_at_ms'), '<=', beforeMs))
      .limit(ABSENT_AT_ONCE_MAX)
      .execute();
    for (const { id } of absent) await suspendUser(trx, id, nowMs);
    return absent;
  });
}
const ABSENT_AT_ONCE_MAX = 200;
