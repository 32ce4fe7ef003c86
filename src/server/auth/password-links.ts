import { randomBytes } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';
import { COMMON_PASSWORD, isGoodPassword, passwordRules } from '#core/access/password-policy.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  findPasswordToken,
  replacePasswordToken,
  setPassword,
  spendPasswordToken,
} from '#server/stores/meta/access/password-tokens.queries.ts';
import { findUser } from '#server/stores/meta/access/users.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashSecret } from './key-format.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface PasswordLinksOptions {
  readonly db: MetaDb;
  readonly hasher: PasswordHasher;
  /** Whether passwords must be strong. */
  readonly strong: boolean;
  readonly now: () => number;
}

/** A way to choose a password, once. */
export interface PasswordLink {
  readonly url: string;
  readonly expiresAtMs: number;
}

/** How long a link that a person hands on is good for; one that is mailed is for minutes. */
export const HANDED_LINK_MS = 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** Ways to set a password: by a single-use link, or while signed in. */
export class PasswordLinks {
  readonly #options: PasswordLinksOptions;

  constructor(options: PasswordLinksOptions) {
    this.#options = options;
  }

  /**
   * A new link; an older one of this user works no more. `baseUrl` is where browsers reach the
   * page. `goesWithIt` is done with it or not at all.
   */
  async make(
    { id, email }: Pick<UserRecord, 'id' | 'email'>,
    baseUrl: string,
    lifeMs: number,
    goesWithIt?: (transaction: MetaDb) => Promise<void>,
  ): Promise<PasswordLink> {
    const { db, now } = this.#options;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAtMs = now() + lifeMs;
    await replacePasswordToken(
      db,
      { hash: hashSecret(token), userId: id, expiresAtMs },
      now(),
      goesWithIt,
    );
    // Behind the #, which browsers do not send.
    const fragment = new URLSearchParams({ token, email }).toString();
    return { url: `${baseUrl.replace(/\/$/, '')}/reset-password#${fragment}`, expiresAtMs };
  }

  /**
   * Consumes a link and returns its user; rejects with `unprocessable` for a bad password and
   * `unauthenticated` for an invalid link.
   */
  async use(token: string, password: string): Promise<UserRecord> {
    const { db, hasher, now } = this.#options;
    await this.assertGood(password, 'body.password');
    const hash = hashSecret(token);
    const userId = await findPasswordToken(db, hash, now());
    const user = userId === null ? null : await findUser(db, { id: userId });
    if (user === null || !(await spendPasswordToken(db, hash, await hasher.hash(password), now())))
      throw new AppError(
        'unauthenticated',
        'This link is no longer valid: it was used, replaced or has expired. Request a new one.',
      );
    return user;
  }

  /**
   * Sets a user's password and ends all their sessions and links. Returns the updated user; null if
   * the user no longer exists.
   */
  async set(userId: number, password: string): Promise<UserRecord | null> {
    const { db, hasher, now } = this.#options;
    return await setPassword(db, userId, await hasher.hash(password), now());
  }

  /** Rejects with `unprocessable` for what may not be a password; it is never repeated. */
  async assertGood(password: string, field: string): Promise<void> {
    const { strong } = this.#options;
    if (!isGoodPassword(password, strong))
      throw new AppError('unprocessable', `${field} must have ${passwordRules(strong)}.`);
    if (await isCommonPassword(password))
      throw new AppError('unprocessable', `${field} ${COMMON_PASSWORD}`);
  }
}
