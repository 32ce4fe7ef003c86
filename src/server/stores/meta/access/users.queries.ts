import type { Role } from '#contracts/access/access.ts';
import type { UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';
import { deleteSettings } from '../settings.queries.ts';
import { ownViewPrefix } from './own-view-keys.ts';
import { endSignIns } from './password-tokens.queries.ts';

/** Of the built-in account behind the admin secret and system keys; no one signs in as it. */
export const SYSTEM_EMAIL = 'system@localhost';
/** The first admin. It can't be deleted, so that an admin can always sign in. */
export const ADMIN_EMAIL = 'admin@localhost';

/** The columns of a user. */
export type NewUser = Pick<UserRecord, 'email' | 'username' | 'role' | 'auth_method'> &
  Partial<
    Pick<
      UserRecord,
      | 'password_hash'
      | 'password_needs_reset'
      | 'oauth2_client_id'
      | 'oauth2_user_id'
      | 'ldap_unique_id'
      | 'profile_picture_url'
      | 'outside_name'
      | 'directory_login'
      | 'directory_checked_at_ms'
      | 'changed_while_open'
    >
  >;

/** Which field of a new or changed user another one has already. */
export type TakenField = 'email' | 'username' | 'identity';

export async function findUser(
  db: MetaDb,
  by: { readonly id: number } | { readonly email: string },
): Promise<UserRecord | null> {
  const query = db.selectFrom('users').selectAll();
  return (
    (await (
      'id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email)
    ).executeTakeFirst()) ?? null
  );
}

/** Who signs in at that client of an identity provider under that subject. */
export async function findUserByIdentity(
  db: MetaDb,
  clientId: string,
  subject: string,
): Promise<UserRecord | null> {
  const query = db
    .selectFrom('users')
    .selectAll()
    .where('oauth2_client_id', '=', clientId)
    .where('oauth2_user_id', '=', subject);
  return (await query.executeTakeFirst()) ?? null;
}

/** Who has that unique id in the directory. */
export async function findUserByDirectoryId(
  db: MetaDb,
  uniqueId: string,
): Promise<UserRecord | null> {
  return (
    (await db
      .selectFrom('users')
      .selectAll()
      .where('ldap_unique_id', '=', uniqueId)
      .executeTakeFirst()) ?? null
  );
}

/** Users, newest first, from `fromId` down. */
export async function listUsers(
  db: MetaDb,
  limit: number,
  fromId: number | null,
): Promise<readonly UserRecord[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The names of users, by number; deleted users are missing. */
export async function namesOfUsers(
  db: MetaDb,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** The new user, or the field that another one has already. */
export async function insertUser(
  db: MetaDb,
  user: NewUser,
  nowMs: number,
): Promise<UserRecord | TakenField> {
  return await db.transaction().execute(async (trx) => {
    const taken = await takenField(trx, user, null);
    if (taken !== null) return taken;
    const values = { ...user, created_at_ms: nowMs, updated_at_ms: nowMs };
    return await trx.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
  });
}

export type UserChange = Partial<
  Omit<UserRecord, 'id' | 'created_at_ms' | 'updated_at_ms' | 'email'>
>;

/**
 * The changed user; null when there is none, a field that another one has already, or `last-admin`
 * when no admin would be left. With another password every session and link of the user ends.
 */
export async function updateUser(
  db: MetaDb,
  id: number,
  change: UserChange,
  nowMs: number,
): Promise<UserRecord | TakenField | 'last-admin' | null> {
  return await db.transaction().execute(async (trx) => {
    const user = await findUser(trx, { id });
    if (user === null) return null;
    const taken = await takenField(trx, change, id);
    if (taken !== null) return taken;
    if (change.role !== undefined && change.role !== 'ADMIN' && (await isLastAdmin(trx, user)))
      return 'last-admin';
    if (change.password_hash !== undefined) await endSignIns(trx, id);
    const set = { ...change, updated_at_ms: nowMs };
    return await trx
      .updateTable('users')
      .set(set)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Deletes a user with all sessions, links and private views, and revokes all keys. The user as it
 * was; null when there is none, `built-in` for the two accounts that stay, and `last-admin` when no
 * admin would be left.
 */
export async function deleteUser(
  db: MetaDb,
  id: number,
  nowMs: number,
): Promise<UserRecord | 'built-in' | 'last-admin' | null> {
  return await db.transaction().execute(async (trx) => {
    const user = await findUser(trx, { id });
    if (user === null) return null;
    if (user.email === SYSTEM_EMAIL || user.email === ADMIN_EMAIL) return 'built-in';
    if (await isLastAdmin(trx, user)) return 'last-admin';
    await trx
      .updateTable('api_keys')
      .set({ revoked_at_ms: nowMs })
      .where('user_id', '=', id)
      .where('revoked_at_ms', 'is', null)
      .execute();
    await deleteSettings(trx, ownViewPrefix(id));
    await trx.deleteFrom('users').where('id', '=', id).execute();
    return user;
  });
}

/** Whether some admin has a way in: a password, or has signed in before. */
export async function someAdminCanSignIn(db: MetaDb): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where((or) =>
      or.or([or('password_hash', 'is not', null), or('last_login_at_ms', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes role and password from users who were created or changed while authentication was off; they
 * are returned by their addresses. An admin, or a new link, gives them back.
 */
export async function distrustOpenChanges(db: MetaDb, nowMs: number): Promise<readonly string[]> {
  const role: Role = 'VIEWER';
  const rows = await db
    .updateTable('users')
    .set((row) => ({
      // The first admin stays one: there must be a way back in, and without a password that is the
      // link printed at the start.
      role: row.case().when('email', '=', ADMIN_EMAIL).then<Role>('ADMIN').else<Role>(role).end(),
      password_hash: null,
      password_needs_reset: 1,
      changed_while_open: 0,
      last_login_at_ms: null,
      updated_at_ms: nowMs,
    }))
    .where('changed_while_open', '=', 1)
    .returning('email')
    .execute();
  return rows.map(({ email }) => email);
}

async function isLastAdmin(db: MetaDb, user: UserRecord): Promise<boolean> {
  if (user.role !== 'ADMIN') return false;
  const other = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('id', '!=', user.id)
    .limit(1);
  return (await other.executeTakeFirst()) === undefined;
}

async function takenField(
  db: MetaDb,
  fields: Partial<
    Pick<
      UserRecord,
      'email' | 'username' | 'oauth2_client_id' | 'oauth2_user_id' | 'ldap_unique_id'
    >
  >,
  exceptId: number | null,
): Promise<TakenField | null> {
  const others = db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', exceptId ?? -1);
  const {
    email,
    username,
    oauth2_client_id: clientId,
    oauth2_user_id: subject,
    ldap_unique_id: directoryId = null,
  } = fields;
  if (
    email !== undefined &&
    (await others.where('email', '=', email).executeTakeFirst()) !== undefined
  )
    return 'email';
  if (
    username !== undefined &&
    (await others.where('username', '=', username).executeTakeFirst()) !== undefined
  )
    return 'username';
  if (
    directoryId !== null &&
    (await others.where('ldap_unique_id', '=', directoryId).executeTakeFirst()) !== undefined
  )
    return 'identity';
  if (clientId === undefined || clientId === null || subject === undefined || subject === null)
    return null;
  const same = await others
    .where('oauth2_client_id', '=', clientId)
    .where('oauth2_user_id', '=', subject)
    .executeTakeFirst();
  return same === undefined ? null : 'identity';
}
