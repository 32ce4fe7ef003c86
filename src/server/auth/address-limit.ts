import { AppError } from '#contracts/wire/errors.ts';
import { addressGroup } from './address-group.ts';

export interface AddressLimitOptions {
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Tokens of an address that was quiet. */
  readonly burst: number;
  readonly now: () => number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const ADDRESSES_MAX = 10_000;

/**
 * A token bucket for each address, of IPv6 for each network, in memory: a client that tries
 * passwords by the thousand is limited to a few a minute.
 */
export class AddressLimit {
  readonly #options: AddressLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: AddressLimitOptions) {
    this.#options = options;
  }

  /**
   * Takes a token; throws `rate_limited` when there is none. Each kind of attempt has its own
   * count.
   */
  take(what: string, address: string): void {
    const { perSecond, burst, now } = this.#options;
    const nowMs = now();
    const id = `${what} ${addressGroup(address)}`;
    const bucket = this.#buckets.get(id) ?? { tokens: burst, atMs: nowMs };
    bucket.tokens = Math.min(
      burst,
      bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond,
    );
    bucket.atMs = nowMs;
    // The address used last goes to the end, so that the one quiet for the longest is forgotten
    // first.
    this.#buckets.delete(id);
    if (this.#buckets.size >= ADDRESSES_MAX)
      this.#buckets.delete(this.#buckets.keys().next().value ?? id);
    this.#buckets.set(id, bucket);
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.ceil((1 - bucket.tokens) / perSecond);
      throw new AppError(
        'rate_limited',
        `Too many attempts from your address; try again in ${retryAfterSeconds} s.`,
        {
          retryAfterSeconds,
        },
      );
    }
    bucket.tokens -= 1;
  }
}
