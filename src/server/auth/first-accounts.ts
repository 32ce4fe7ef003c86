import { randomBytes } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';
import { COMMON_PASSWORD } from '#core/access/password-policy.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { endAllSessions } from '#server/stores/meta/access/user-sessions.queries.ts';
import {
  ADMIN_EMAIL,
  SYSTEM_EMAIL,
  distrustOpenChanges,
  findUser,
  insertUser,
  someAdminCanSignIn,
} from '#server/stores/meta/access/users.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface FirstAccountsOptions {
  readonly db: MetaDb;
  readonly hasher: PasswordHasher;
  /** Of the first admin, when it is made; null for none. */
  readonly initialPassword: string | null;
  /** Further admins to make. */
  readonly admins: readonly { readonly name: string; readonly email: string }[];
  readonly now: () => number;
}

export interface FirstAccounts {
  /** The first admin, while no admin has a way in: a link must be given out. */
  readonly needsLink: UserRecord | null;
  /** Worth a line at start. */
  readonly notices: readonly string[];
}

/**
 * Sees to it at every start with authentication that there is an admin, and that no user became one
 * by what was done while it was off.
 */
export async function ensureFirstAccounts({
  db,
  hasher,
  initialPassword,
  admins,
  now,
}: FirstAccountsOptions): Promise<FirstAccounts> {
  const notices: string[] = [];
  const changed = await distrustOpenChanges(db, now());
  if (changed.length > 0)
    notices.push(
      `Made or changed while authentication was off, so without their password and viewers now: ${changed.slice(0, 20).join(', ')}${changed.length > 20 ? ' …' : ''}`,
    );
  await ensureBuiltIn(
    db,
    { email: SYSTEM_EMAIL, role: 'SYSTEM', username: 'system', password_hash: null },
    now(),
  );
  if ((await findUser(db, { email: ADMIN_EMAIL })) === null) {
    if (initialPassword !== null && (await isCommonPassword(initialPassword)))
      throw new AppError(
        'unprocessable',
        `SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD ${COMMON_PASSWORD}`,
      );
    const password_hash = initialPassword === null ? null : await hasher.hash(initialPassword);
    await ensureBuiltIn(
      db,
      { email: ADMIN_EMAIL, role: 'ADMIN', username: 'admin', password_hash },
      now(),
    );
  }
  for (const { name, email } of admins) {
    const made = await insertUser(
      db,
      {
        email: email.toLowerCase(),
        username: name,
        role: 'ADMIN',
        auth_method: 'LOCAL',
        password_needs_reset: 1,
      },
      now(),
    );
    if (made === 'username')
      notices.push(`SERVICE_ADMINS: ${email} was not made, another user is called '${name}'.`);
  }
  return {
    needsLink: (await someAdminCanSignIn(db)) ? null : await findUser(db, { email: ADMIN_EMAIL }),
    notices,
  };
}

/**
 * Makes one of the two accounts that are always there; where another user has its name, its address
 * is the name.
 */
async function ensureBuiltIn(
  db: MetaDb,
  { username, ...user }: Pick<UserRecord, 'email' | 'role' | 'username' | 'password_hash'>,
  nowMs: number,
): Promise<void> {
  for (const name of [username, user.email, `${username}-${randomBytes(4).toString('hex')}`]) {
    const made = await insertUser(
      db,
      { ...user, username: name, auth_method: 'LOCAL', password_needs_reset: 1 },
      nowMs,
    );
    if (made !== 'username') return;
  }
}

/**
 * At a start without authentication: all sessions end, links stop working, and apps are revoked.
 */
export async function closeAccounts(db: MetaDb): Promise<void> {
  await endAllSessions(db);
}
