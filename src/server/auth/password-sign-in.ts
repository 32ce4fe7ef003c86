import { AppError } from '#contracts/wire/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { findUser } from '#server/stores/meta/access/users.queries.ts';
import type { AccountLock, TriedFrom } from './account-lock.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface PasswordSignInOptions {
  readonly db: MetaDb;
  readonly hasher: PasswordHasher;
  readonly lock: AccountLock;
}

/** Addresses of accounts are kept and compared in this form. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Signing in by e-mail address and password. Whether there is such an account shows neither in the
 * answer nor in the time it takes.
 */
export class PasswordSignIn {
  readonly #options: PasswordSignInOptions;

  constructor(options: PasswordSignInOptions) {
    this.#options = options;
  }

  /**
   * Who has this password; rejects with `unauthenticated`, with `rate_limited` while the account is
   * locked for that place, or with `unavailable` when too many sign in at once, which counts as no
   * failure.
   */
  async check(email: string, password: string, from: TriedFrom): Promise<UserRecord> {
    const { lock } = this.#options;
    const account = accountOf(email);
    await lock.begin(account, from);
    const user = await this.#whoHas(email, password).catch(async (error: unknown) => {
      await lock.takeBack(account, from);
      throw error;
    });
    if (user === null)
      throw new AppError(
        'unauthenticated',
        'The e-mail address or the password is incorrect. Check both, or have your password reset.',
      );
    await lock.open(account, from);
    return user;
  }

  async #whoHas(email: string, password: string): Promise<UserRecord | null> {
    const { db, hasher } = this.#options;
    const user = await findUser(db, { email: normalEmail(email) });
    const isRight = await hasher.verify(
      password,
      user?.auth_method === 'LOCAL' && user.role !== 'SYSTEM' ? user.password_hash : null,
    );
    return isRight ? user : null;
  }

  /** Opens a locked account: its password is a new one. */
  async unlock(email: string): Promise<void> {
    await this.#options.lock.openEverywhere(accountOf(email));
  }
}

function accountOf(email: string): string {
  return `account ${normalEmail(email)}`;
}
