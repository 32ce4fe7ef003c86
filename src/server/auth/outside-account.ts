import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  ADMIN_EMAIL,
  insertUser,
  updateUser,
  type NewUser,
  type UserChange,
} from '#server/stores/meta/access/users.queries.ts';

/**
 * Created for a user to sign in elsewhere, who has not done so yet; accounts with a password of
 * ours are never among them.
 */
export function isWaitingFor(method: 'OAUTH2' | 'LDAP', user: UserRecord): boolean {
  if (user.role === 'SYSTEM' || user.email === ADMIN_EMAIL) return false;
  if (user.auth_method === 'LOCAL') return user.password_hash === null;
  return (
    user.auth_method === method && user.oauth2_user_id === null && user.ldap_unique_id === null
  );
}

/** The user's name at the provider, unless an admin set another one here. */
export function outsideName(
  { username, outside_name: given }: UserRecord,
  name: string,
): UserChange {
  if (username === given) return { username: name, outside_name: name };
  return username === name ? { outside_name: name } : {};
}

/**
 * Updates the account of a user who signs in elsewhere. The last admin stays admin regardless, and
 * a name that another user has is skipped; null when the account no longer exists.
 */
export async function changeOutsideAccount(
  db: MetaDb,
  user: UserRecord,
  change: UserChange,
  nowMs: number,
): Promise<UserRecord | null> {
  const after = await updateUser(db, user.id, change, nowMs);
  if (after !== null && typeof after !== 'string') return after;
  if (after === 'username') {
    const { username, outside_name: given } = user;
    return await changeOutsideAccount(
      db,
      user,
      { ...change, username, outside_name: given },
      nowMs,
    );
  }
  return after === 'last-admin'
    ? await changeOutsideAccount(db, user, { ...change, role: user.role }, nowMs)
    : null;
}

/**
 * A new account under the first of the names that is free; null when none is, or when another one
 * has its address.
 */
export async function makeOutsideAccount(
  db: MetaDb,
  user: Omit<NewUser, 'username'>,
  names: readonly string[],
  nowMs: number,
): Promise<UserRecord | null> {
  for (const username of names) {
    const made = await insertUser(db, { ...user, username, outside_name: username }, nowMs);
    if (typeof made !== 'string') return made;
  }
  return null;
}
