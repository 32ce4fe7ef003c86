import type { TakeTokens } from '#core/access/token-store.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { addressGroup } from './address-group.ts';

export interface AddressLimitOptions {
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Tokens of an address that was quiet. */
  readonly burst: number;
  readonly now: () => number;
  /** Where several servers share the counts; absent of one that is alone. */
  readonly takeShared?: TakeTokens | null;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const ADDRESSES_MAX = 10_000;

/**
 * A token bucket for each address, of IPv6 for each network: a client that tries passwords by the
 * thousand is limited to a few a minute. In memory, or in the database where servers share it;
 * while that is away, each server counts by itself.
 */
export class AddressLimit {
  readonly #options: AddressLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: AddressLimitOptions) {
    this.#options = options;
  }

  /**
   * Takes a token; rejects with `rate_limited` when there is none. Each kind of attempt has its own
   * count.
   */
  async take(what: string, address: string): Promise<void> {
    const { perSecond, burst, takeShared = null } = this.#options;
    const id = `${what} ${addressGroup(address)}`;
    const ask = { id, size: burst, perMs: perSecond / 1000, slowMs: 0, wanted: 1 };
    const [grant] = takeShared === null ? [] : await takeShared([ask]).catch(() => []);
    if (grant === undefined) this.#takeOwn(id);
    else if (grant.taken < 1) throw this.#limited(grant.remaining);
  }

  #takeOwn(id: string): void {
    const { perSecond, burst, now } = this.#options;
    const nowMs = now();
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
    if (bucket.tokens < 1) throw this.#limited(bucket.tokens);
    bucket.tokens -= 1;
  }

  #limited(tokens: number): AppError {
    const retryAfterSeconds = Math.ceil((1 - tokens) / this.#options.perSecond);
    return new AppError(
      'rate_limited',
      `Too many attempts from your address; try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
}
