import type { TokenBucket } from './token-bucket.ts';

/** Tokens of a shared bucket that this server may give out. */
export interface TokenLease {
  readonly tokens: number;
  /**
   * Takes one; false when there is none. A promise where other servers’ use must be learned first.
   */
  take(): boolean | Promise<boolean>;
}

/** Leases tokens of the bucket with this id; `bucket` is kept like the shared one. */
export type OpenLease = (id: string, bucket: TokenBucket) => TokenLease;
