import { AppError } from '#contracts/wire/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  FAILURES_KEPT_MS,
  beginAttempt,
  forgetAttempts,
  isKnownPlace,
  notePlace,
  takeBackAttempt,
  type AttemptPlace,
} from '#server/stores/meta/access/sign-in-attempts.queries.ts';
import { addressGroup } from './address-group.ts';
import { hashSecret } from './key-format.ts';

export interface AccountLockOptions {
  readonly db: MetaDb;
  /** Failures from one place before an account is locked for it; null for never. */
  readonly failuresMax: number | null;
  readonly now: () => number;
}

/** The place of a password attempt: an address, or a session by its number. */
export type TriedFrom = { readonly address: string } | { readonly session: number };

/** All places together from which no one has signed in to an account. */
const STRANGERS = hashSecret('strangers');
const STRANGERS_FAILURES_FACTOR = 10;
const STRANGERS_WAIT_MS = 30_000;

/**
 * Slows down password guessing without locking out the account's owner: five failures lock the
 * account for the address (or session) they came from. Against guessing from many addresses, fifty
 * failures from addresses that never signed in to the account limit all such addresses to one
 * attempt in half a minute. Accounts that don't exist behave the same. Accounts and places are
 * stored only as hashes.
 */
export class AccountLock {
  readonly #options: AccountLockOptions;

  constructor(options: AccountLockOptions) {
    this.#options = options;
  }

  /**
   * Counts a try as failed before it is made; rejects with `rate_limited` while the account is
   * locked for that place.
   */
  async begin(account: string, from: TriedFrom): Promise<void> {
    const { db, failuresMax, now } = this.#options;
    if (failuresMax === null) return;
    const at = placeOf(account, from);
    const lockedUntilMs = await beginAttempt(
      db,
      at,
      { failuresMax, lockMs: FAILURES_KEPT_MS },
      now(),
    );
    if (lockedUntilMs !== null) throw locked(lockedUntilMs - now());
    if ('session' in from || (await isKnownPlace(db, at, now()))) return;
    const rules = {
      failuresMax: failuresMax * STRANGERS_FAILURES_FACTOR,
      lockMs: STRANGERS_WAIT_MS,
    };
    const strangersUntilMs = await beginAttempt(db, strangersOf(at), rules, now());
    if (strangersUntilMs === null) return;
    await takeBackAttempt(db, at);
    throw locked(strangersUntilMs - now());
  }

  /** The password was correct: clears the failures of that place and marks the place as known. */
  async open(account: string, from: TriedFrom): Promise<void> {
    const { db, failuresMax, now } = this.#options;
    if (failuresMax === null) return;
    const at = placeOf(account, from);
    await forgetAttempts(db, at.account, at.place);
    if ('session' in from) return;
    if (!(await isKnownPlace(db, at, now()))) await takeBackAttempt(db, strangersOf(at));
    await notePlace(db, at, now());
  }

  /** The password changed: unlocks the account. */
  async openEverywhere(account: string): Promise<void> {
    await forgetAttempts(this.#options.db, hashSecret(account));
  }

  /** Whether it was right is not known: the try does not count. */
  async takeBack(account: string, from: TriedFrom): Promise<void> {
    const { db, failuresMax, now } = this.#options;
    if (failuresMax === null) return;
    const at = placeOf(account, from);
    await takeBackAttempt(db, at);
    if ('address' in from && !(await isKnownPlace(db, at, now())))
      await takeBackAttempt(db, strangersOf(at));
  }
}

function placeOf(account: string, from: TriedFrom): AttemptPlace {
  const place =
    'session' in from ? `session ${from.session}` : `address ${addressGroup(from.address)}`;
  return { account: hashSecret(account), place: hashSecret(place) };
}

function strangersOf({ account }: AttemptPlace): AttemptPlace {
  return { account, place: STRANGERS };
}

function locked(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError(
    'rate_limited',
    `Too many failed attempts: this account is locked for you for another ${seconds} s.`,
    {
      retryAfterSeconds: seconds,
    },
  );
}
