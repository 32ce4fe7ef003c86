import { sql, type Insertable } from 'kysely';
import type { ApiKeyKind, ApiKeyState } from '#contracts/api-keys/api-key.ts';
import type { AccessTables, ApiKeyRecord, UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** The state of a key's owner, which the key's state depends on. */
export interface KeyMoment {
  readonly nowMs: number;
  /** Whether authentication is on. */
  readonly required: boolean;
}

type Person = Pick<UserRecord, 'id' | 'username' | 'email'>;

/** A key with all that is shown of it. */
export interface ApiKeyView extends ApiKeyRecord {
  readonly state: ApiKeyState;
  readonly user: Person | null;
  /** The role of its user as it is now. */
  readonly user_role: UserRecord['role'] | null;
  /** Since when its user is suspended; null otherwise. */
  readonly user_suspended_at_ms: number | null;
  readonly created_by: Person | null;
  readonly replaced_by_id: number | null;
}

export interface KeyFilter {
  readonly userId?: number;
  readonly kind?: ApiKeyKind;
  readonly state?: ApiKeyState;
  /** Neither revoked nor without a user. */
  readonly unrevoked?: true;
  /** From this number down. */
  readonly fromId?: number;
}

/** Keys, newest first. */
export async function listKeys(
  db: MetaDb,
  limit: number,
  filter: KeyFilter,
  moment: KeyMoment,
): Promise<readonly ApiKeyView[]> {
  let query = viewQuery(db, moment);
  if (filter.userId !== undefined) query = query.where('key.user_id', '=', filter.userId);
  if (filter.kind !== undefined) query = query.where('key.kind', '=', filter.kind);
  if (filter.state !== undefined) query = query.where(stateOf(moment), '=', filter.state);
  if (filter.unrevoked === true) query = query.where(stateOf(moment), '!=', 'revoked');
  if (filter.fromId !== undefined) query = query.where('key.id', '<=', filter.fromId);
  return (await query.orderBy('key.id', 'desc').limit(limit).execute()).map(viewOf);
}

export async function findKey(
  db: MetaDb,
  id: number,
  moment: KeyMoment,
): Promise<ApiKeyView | null> {
  const row = await viewQuery(db, moment).where('key.id', '=', id).executeTakeFirst();
  return row === undefined ? null : viewOf(row);
}

export type NewKeyRow = Insertable<AccessTables['api_keys']>;

export async function insertKey(db: MetaDb, row: NewKeyRow): Promise<number> {
  return (await db.insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** False when it is revoked already. */
export async function revokeKey(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: nowMs })
    .where('id', '=', id)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Puts a key in the place of another, which ends at `endsAtMs`, or earlier when it was to. The new
 * key's number; null, and nothing done, when the old one is no longer active or another took its
 * place already.
 */
export async function replaceKey(
  db: MetaDb,
  oldId: number,
  row: NewKeyRow,
  endsAtMs: number,
  nowMs: number,
): Promise<number | null> {
  return await db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('api_keys')
      .set({ expires_at_ms: sql<number>`min(coalesce(expires_at_ms, ${endsAtMs}), ${endsAtMs})` })
      .where('id', '=', oldId)
      .where('revoked_at_ms', 'is', null)
      .where((where) =>
        where.or([where('expires_at_ms', 'is', null), where('expires_at_ms', '>', nowMs)]),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('api_keys as next')
              .select('next.id')
              .where('next.rotated_from_id', '=', oldId),
          ),
        ),
      )
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return null;
    return await insertKey(transaction, { ...row, rotated_from_id: oldId });
  });
}

/**
 * The state of a row of `api_keys as key`. A key that authentication refuses counts as revoked: its
 * user was deleted, or it was created while authentication was off.
 */
export function stateOf({ nowMs, required }: KeyMoment) {
  return sql<ApiKeyState>`CASE
    WHEN key.revoked_at_ms IS NOT NULL THEN 'revoked'
    WHEN key.made_while_open = 1 AND ${required ? 1 : 0} = 1 THEN 'revoked'
    WHEN key.kind = 'user' AND key.user_id IS NULL AND key.made_while_open = 0 THEN 'revoked'
    WHEN key.expires_at_ms <= ${nowMs} THEN 'expired'
    ELSE 'active' END`;
}

/** The number of the key that took the place of a row of `api_keys as key`, or null. */
export function replacedById() {
  return sql<
    number | null
  >`(SELECT max(next.id) FROM api_keys AS next WHERE next.rotated_from_id = key.id)`;
}

function viewQuery(db: MetaDb, moment: KeyMoment) {
  return db
    .selectFrom('api_keys as key')
    .leftJoin('users as user', 'user.id', 'key.user_id')
    .leftJoin('users as maker', 'maker.id', 'key.created_by_user_id')
    .selectAll('key')
    .select([
      stateOf(moment).as('state'),
      'user.username as user_username',
      'user.email as user_email',
      'user.role as user_role',
      'user.suspended_at_ms as user_suspended_at_ms',
      'maker.username as maker_username',
      'maker.email as maker_email',
    ])
    .select(replacedById().as('replaced_by_id'));
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewQuery>['execute']>>[number];

function viewOf({
  user_username,
  user_email,
  maker_username,
  maker_email,
  ...key
}: ViewRow): ApiKeyView {
  return {
    ...key,
    user: personOf(key.user_id, user_username, user_email),
    created_by: personOf(key.created_by_user_id, maker_username, maker_email),
  };
}

function personOf(id: number | null, username: string | null, email: string | null): Person | null {
  return id === null || username === null || email === null ? null : { id, username, email };
}
