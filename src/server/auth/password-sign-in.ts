import { AppError } from '#contracts/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { beginAttempt, forgetAttempts } from '#server/stores/meta/access/sign-in-attempts.queries.ts';
import { findUser } from '#server/stores/meta/access/users.queries.ts';
import { hashSecret } from './key-format.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface PasswordSignInOptions {
  readonly db: MetaDb;
  readonly hasher: PasswordHasher;
  /** Failures before an account is locked; null for never. */
  readonly failuresMax: number | null;
  readonly now: () => number;
}

const LOCK_MS = 5 * 60_000;

/** Addresses of accounts are kept and compared in this form. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Signing in by e-mail address and password. Whether there is such an account shows neither in the answer nor in the time it takes. */
export class PasswordSignIn {
  readonly #options: PasswordSignInOptions;

  constructor(options: PasswordSignInOptions) {
    this.#options = options;
  }

  /** Who has this password; rejects with `unauthenticated`, or with `rate_limited` while the account is locked. */
  async check(email: string, password: string): Promise<UserRecord> {
    const { db, hasher, failuresMax, now } = this.#options;
    const account = accountHash(email);
    if (failuresMax !== null) {
      const lockedUntilMs = await beginAttempt(db, account, { failuresMax, lockMs: LOCK_MS }, now());
      if (lockedUntilMs !== null) throw locked(lockedUntilMs - now());
    }
    const user = await findUser(db, { email: normalEmail(email) });
    const isRight = await hasher.verify(password, user?.auth_method === 'LOCAL' && user.role !== 'SYSTEM' ? user.password_hash : null);
    if (!isRight || user === null) throw new AppError('unauthenticated', 'The e-mail address or the password is not right.');
    await forgetAttempts(db, account);
    return user;
  }

  /** Opens a locked account: its password is a new one. */
  async unlock(email: string): Promise<void> {
    await forgetAttempts(this.#options.db, accountHash(email));
  }
}

function accountHash(email: string): Buffer {
  return hashSecret(`account ${normalEmail(email)}`);
}

function locked(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('rate_limited', `Too many failed attempts: this account is locked for another ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
