import { AppError } from '#contracts/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { beginAttempt, forgetAttempts, takeBackAttempt } from '#server/stores/meta/access/sign-in-attempts.queries.ts';
import { hashSecret } from './key-format.ts';

export interface AccountLockOptions {
  readonly db: MetaDb;
  /** Failures before an account is locked; null for never. */
  readonly failuresMax: number | null;
  readonly now: () => number;
}

const LOCK_MS = 5 * 60_000;

/** Locks an account after failed sign-ins, whether there is such an account or not. Accounts are told apart by a text that is only stored hashed. */
export class AccountLock {
  readonly #options: AccountLockOptions;

  constructor(options: AccountLockOptions) {
    this.#options = options;
  }

  /** Counts a try as failed before it is made; rejects with `rate_limited` while the account is locked. */
  async begin(account: string): Promise<void> {
    const { db, failuresMax, now } = this.#options;
    if (failuresMax === null) return;
    const lockedUntilMs = await beginAttempt(db, hashSecret(account), { failuresMax, lockMs: LOCK_MS }, now());
    if (lockedUntilMs !== null) throw locked(lockedUntilMs - now());
  }

  /** It was the right password, or there is a new one: the account is open. */
  async open(account: string): Promise<void> {
    await forgetAttempts(this.#options.db, hashSecret(account));
  }

  /** Nobody could say whether it was right: the try does not count. */
  async takeBack(account: string): Promise<void> {
    await takeBackAttempt(this.#options.db, hashSecret(account));
  }
}

function locked(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('rate_limited', `Too many failed attempts: this account is locked for another ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
