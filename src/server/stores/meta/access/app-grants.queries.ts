import type { Insertable } from 'kysely';
import type { AppClientRecord, AppCodeRecord, AppGrantRecord } from '../app-tables.ts';
import type { UserRecord } from '../access-tables.ts';
import type { MetaDb, MetaTables } from '../meta-db.ts';

export type NewAppCode = Insertable<MetaTables['app_codes']>;
export type NewAppGrant = Insertable<MetaTables['app_grants']>;
/** The tokens of a grant, and when they end. */
export type AppTokenFields = Pick<
  AppGrantRecord,
  | 'access_hash'
  | 'access_scopes'
  | 'access_expires_at_ms'
  | 'refresh_hash'
  | 'ends_at_ms'
  | 'used_at_ms'
>;

/** Whose it is, and of which app. */
type Parties = Pick<AppClientRecord, 'client_id' | 'can_refresh'> & {
  readonly app: AppClientRecord['name'];
} & Pick<UserRecord, 'email' | 'role' | 'suspended_at_ms'>;
export type AppCodeView = AppCodeRecord & Parties;
export type AppGrantView = AppGrantRecord & Parties & Pick<AppClientRecord, 'is_built_in'>;

/** An access token's grant with its app and user. */
export type AppIdentity = Pick<
  AppGrantRecord,
  'id' | 'user_id' | 'access_hash' | 'access_scopes' | 'access_expires_at_ms'
> &
  Pick<UserRecord, 'email' | 'role'> & { readonly app: string };

/** Who comes with an access token; null where it is none, or its user is suspended. */
export async function findAppIdentity(
  db: MetaDb,
  accessHash: Uint8Array,
): Promise<AppIdentity | null> {
  const row = await db
    .selectFrom('app_grants as grant')
    .innerJoin('app_clients as client', 'client.id', 'grant.app_client_id')
    .innerJoin('users as user', 'user.id', 'grant.user_id')
    .select([
      'grant.id',
      'grant.user_id',
      'grant.access_hash',
      'grant.access_scopes',
      'grant.access_expires_at_ms',
    ])
    .select(['user.email', 'user.role', 'client.name as app'])
    .where('grant.access_hash', '=', accessHash)
    .where('user.suspended_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps a code until it is traded for tokens; of a user's, the oldest go when there would be more
 * than `codesMax`.
 */
export async function insertAppCode(db: MetaDb, code: NewAppCode, codesMax: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('app_codes').where('expires_at_ms', '<=', code.created_at_ms).execute();
    const kept = trx
      .selectFrom('app_codes')
      .select('code_hash')
      .where('user_id', '=', code.user_id)
      .orderBy('created_at_ms', 'desc')
      .limit(codesMax - 1);
    await trx
      .deleteFrom('app_codes')
      .where('user_id', '=', code.user_id)
      .where('code_hash', 'not in', kept)
      .execute();
    await trx.insertInto('app_codes').values(code).execute();
    await trx
      .updateTable('app_clients')
      .set({ approved_at_ms: code.created_at_ms })
      .where('id', '=', code.app_client_id)
      .execute();
  });
}

export async function findAppCode(db: MetaDb, codeHash: Uint8Array): Promise<AppCodeView | null> {
  const row = await db
    .selectFrom('app_codes as code')
    .innerJoin('app_clients as client', 'client.id', 'code.app_client_id')
    .innerJoin('users as user', 'user.id', 'code.user_id')
    .selectAll('code')
    .select([
      'client.client_id',
      'client.can_refresh',
      'client.name as app',
      'user.email',
      'user.role',
      'user.suspended_at_ms',
    ])
    .where('code.code_hash', '=', codeHash)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Exchanges a code for a grant; returns the grant's number. Null when a concurrent request has used
 * the code. Ends the user's expired grants, and the longest unused ones beyond `grantsMax`.
 */
export async function spendAppCode(
  db: MetaDb,
  grant: NewAppGrant,
  grantsMax: number,
): Promise<number | null> {
  return await db.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom('app_codes')
      .where('code_hash', '=', grant.code_hash)
      .executeTakeFirst();
    if (spent.numDeletedRows === 0n) return null;
    await trx.deleteFrom('app_grants').where('ends_at_ms', '<=', grant.created_at_ms).execute();
    const kept = trx
      .selectFrom('app_grants')
      .select('id')
      .where('user_id', '=', grant.user_id)
      .orderBy('used_at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(grantsMax - 1);
    await trx
      .deleteFrom('app_grants')
      .where('user_id', '=', grant.user_id)
      .where('id', 'not in', kept)
      .execute();
    return (
      await trx.insertInto('app_grants').values(grant).returning('id').executeTakeFirstOrThrow()
    ).id;
  });
}

/** A way to find a grant. */
export type GrantKey =
  | Pick<AppGrantRecord, 'id'>
  | Pick<AppGrantRecord, 'code_hash'>
  | Pick<AppGrantRecord, 'access_hash'>
  | { readonly family_hash: Uint8Array };

export async function findAppGrant(db: MetaDb, key: GrantKey): Promise<AppGrantView | null> {
  const [[column, hash] = ['code_hash', new Uint8Array()]] = Object.entries(key);
  const row = await views(db)
    .where(`grant.${column as 'code_hash'}`, '=', hash) // as: the keys of GrantKey are columns
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a grant's new tokens, unless a concurrent request changed them since the grant was read.
 */
export async function rotateAppGrant(
  db: MetaDb,
  id: number,
  oldRefreshHash: Uint8Array,
  next: AppTokenFields,
): Promise<boolean> {
  const changed = await db
    .updateTable('app_grants')
    .set(next)
    .where('id', '=', id)
    .where('refresh_hash', '=', oldRefreshHash)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Ends a grant, of that user where one is given, and with it every code that the app could still
 * trade for another; false when there is none.
 */
export async function deleteAppGrant(db: MetaDb, id: number, userId?: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    let query = trx.deleteFrom('app_grants').where('id', '=', id);
    if (userId !== undefined) query = query.where('user_id', '=', userId);
    const ended = await query.returning(['user_id', 'app_client_id']).executeTakeFirst();
    if (ended === undefined) return false;
    const codes = trx.deleteFrom('app_codes').where('user_id', '=', ended.user_id);
    await codes.where('app_client_id', '=', ended.app_client_id).execute();
    return true;
  });
}

/** The apps that act for a user, the last used first. */
export async function listAppGrants(
  db: MetaDb,
  userId: number,
  nowMs: number,
  limit: number,
): Promise<readonly AppGrantView[]> {
  return await views(db)
    .where('grant.user_id', '=', userId)
    .where('grant.ends_at_ms', '>', nowMs)
    .orderBy('grant.used_at_ms', 'desc')
    .orderBy('grant.id', 'desc')
    .limit(limit)
    .execute();
}

/** All users' apps below a number (null: from the newest), up to `limit`. */
export async function pageOfAppGrants(
  db: MetaDb,
  nowMs: number,
  fromId: number | null,
  limit: number,
): Promise<readonly AppGrantView[]> {
  return await views(db)
    .where('grant.id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .where('grant.ends_at_ms', '>', nowMs)
    .orderBy('grant.id', 'desc')
    .limit(limit)
    .execute();
}

/** Revokes all apps of a user; of all users if none is given. */
export async function endAppGrants(db: MetaDb, userId?: number): Promise<void> {
  for (const table of ['app_codes', 'app_grants'] as const) {
    const query = db.deleteFrom(table);
    await (userId === undefined ? query : query.where('user_id', '=', userId)).execute();
  }
}

function views(db: MetaDb) {
  return db
    .selectFrom('app_grants as grant')
    .innerJoin('app_clients as client', 'client.id', 'grant.app_client_id')
    .innerJoin('users as user', 'user.id', 'grant.user_id')
    .selectAll('grant')
    .select(['client.client_id', 'client.can_refresh', 'client.name as app', 'client.is_built_in'])
    .select(['user.email', 'user.role', 'user.suspended_at_ms']);
}
