import type { ApiKeyRecord, UserRecord, UserSessionRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** A key with the role of the user behind it as it is now; null where there is no user. */
export type KeyIdentity = Pick<
  ApiKeyRecord,
  | 'id'
  | 'kind'
  | 'key_hash'
  | 'name'
  | 'user_id'
  | 'role'
  | 'scopes'
  | 'project_ids'
  | 'made_while_open'
  | 'expires_at_ms'
  | 'revoked_at_ms'
> & { readonly user_role: UserRecord['role'] | null };

export async function findKeyIdentity(db: MetaDb, keyHash: Uint8Array): Promise<KeyIdentity | null> {
  const row = await db
    .selectFrom('api_keys as key')
    .leftJoin('users as user', 'user.id', 'key.user_id')
    .select([
      'key.id',
      'key.kind',
      'key.key_hash',
      'key.name',
      'key.user_id',
      'key.role',
      'key.scopes',
      'key.project_ids',
      'key.made_while_open',
      'key.expires_at_ms',
      'key.revoked_at_ms',
      'user.role as user_role',
    ])
    .where('key.key_hash', '=', keyHash)
    .executeTakeFirst();
  return row ?? null;
}

/** A session with its user. */
export type SessionIdentity = Pick<UserSessionRecord, 'id' | 'access_hash' | 'access_expires_at_ms' | 'user_id'> &
  Pick<UserRecord, 'email' | 'role'>;

export async function findSessionIdentity(db: MetaDb, accessHash: Uint8Array): Promise<SessionIdentity | null> {
  const row = await db
    .selectFrom('user_sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['session.id', 'session.access_hash', 'session.access_expires_at_ms', 'session.user_id', 'user.email', 'user.role'])
    .where('session.access_hash', '=', accessHash)
    .executeTakeFirst();
  return row ?? null;
}
