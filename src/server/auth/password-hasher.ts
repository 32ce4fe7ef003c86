import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';

interface Argon2Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** Of no user: what is compared where there is no stored one, at the same cost. */
const DECOY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(TAG_BYTES))}`;
/** Each takes a core for some 50 ms and 19 MiB; more would slow down everything else. */
const AT_ONCE = 2;
const WAITING_MAX = 40;

/**
 * Hashes passwords with argon2id, off the event loop, a few at once. The stored hash includes its
 * cost, so that the cost can be raised later. Rejects with `unavailable` when too many wait.
 */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** The PHC string to store. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#derive(password, salt, COST, TAG_BYTES);
    return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /**
   * Whether the password is the stored one. Without a stored one the same work is done, and the
   * answer is no.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const match = PHC.exec(stored ?? DECOY);
    if (match === null) throw new Error('A stored password hash is none.');
    const [, memory, passes, parallelism, salt = '', tag = ''] = match;
    const expected = Buffer.from(tag, 'base64');
    const cost = {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    };
    const actual = await this.#derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
    return timingSafeEqual(actual, expected) && stored !== null;
  }

  async #derive(
    password: string,
    nonce: Buffer,
    cost: Argon2Cost,
    tagLength: number,
  ): Promise<Buffer> {
    await this.#turn();
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        argon2(
          'argon2id',
          { message: password.normalize('NFKC'), nonce, tagLength, ...cost },
          (error, tag) => (error === null ? resolve(tag) : reject(error)),
        );
      });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /**
   * Resolves once this one may run. The place of one that ended goes to the next that waits, before
   * a new one can take it.
   */
  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= WAITING_MAX)
      throw new AppError('unavailable', 'Too many people sign in at once; try again in a moment.', {
        retryAfterSeconds: 2,
      });
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
