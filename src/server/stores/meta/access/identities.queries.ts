import type { ApiKeyRecord, UserRecord, UserSessionRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/**
 * A key with the role of the user behind it as it is now; null where there is no user, or only a
 * suspended one.
 */
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

/**
 * The key whose hash is this one or comes next to it: **the caller compares them**. A key that does
 * not exist is so looked up in the very steps of one that was revoked, to the last row that is
 * read, and the time of a refusal does not tell them apart. Null when there is no key at all.
 */
export async function nearestKeyIdentity(
  db: MetaDb,
  keyHash: Uint8Array,
): Promise<KeyIdentity | null> {
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
    ])
    .select((select) =>
      select
        .case()
        .when('user.suspended_at_ms', 'is', null)
        .then(select.ref('user.role'))
        .end()
        .as('user_role'),
    )
    .where('key.id', '=', (select) => {
      const ids = select.selectFrom('api_keys').select('id').orderBy('key_hash').limit(1);
      return select.fn.coalesce(ids.where('key_hash', '>=', keyHash).$asScalar(), ids.$asScalar());
    })
    .executeTakeFirst();
  return row ?? null;
}

/** A session with its user. */
export type SessionIdentity = Pick<
  UserSessionRecord,
  'id' | 'access_hash' | 'access_expires_at_ms' | 'user_id'
> &
  Pick<UserRecord, 'email' | 'role' | 'password_needs_reset'>;

export async function findSessionIdentity(
  db: MetaDb,
  accessHash: Uint8Array,
): Promise<SessionIdentity | null> {
  const row = await db
    .selectFrom('user_sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'session.id',
      'session.access_hash',
      'session.access_expires_at_ms',
      'session.user_id',
    ])
    .select(['user.email', 'user.role', 'user.password_needs_reset'])
    .where('session.access_hash', '=', accessHash)
    .where('user.suspended_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
