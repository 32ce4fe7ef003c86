import { AppError } from '#contracts/errors.ts';

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

/** A token bucket for each address, in memory: whoever tries passwords by the thousand is held to a few a minute. */
export class AddressLimit {
  readonly #options: AddressLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: AddressLimitOptions) {
    this.#options = options;
  }

  /** Takes a token; throws `rate_limited` when there is none. */
  take(address: string): void {
    const { perSecond, burst, now } = this.#options;
    const nowMs = now();
    const bucket = this.#buckets.get(address) ?? { tokens: burst, atMs: nowMs };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    // The address used last goes to the end, so that the one quiet for the longest is forgotten first.
    this.#buckets.delete(address);
    if (this.#buckets.size >= ADDRESSES_MAX) this.#buckets.delete(this.#buckets.keys().next().value ?? address);
    this.#buckets.set(address, bucket);
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.ceil((1 - bucket.tokens) / perSecond);
      throw new AppError('rate_limited', `Too many attempts from your address; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    }
    bucket.tokens -= 1;
  }
}
