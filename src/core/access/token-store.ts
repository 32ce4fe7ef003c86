/** Tokens that a server wants of a bucket that several servers share. */
export interface TokenAsk {
  readonly id: string;
  /** The tokens of a full bucket. */
  readonly size: number;
  /** Tokens that it gets in a millisecond. */
  readonly perMs: number;
  /** For how long it fills slowly after it was full; see `TokenBucket`. */
  readonly slowMs: number;
  /** A whole number; a negative one gives tokens back. */
  readonly wanted: number;
}

export interface TokenGrant {
  readonly id: string;
  /** As many as were wanted, or fewer where there are fewer. */
  readonly taken: number;
  /** What is left in the bucket. */
  readonly remaining: number;
  /** For how much longer it fills slowly. */
  readonly slowMs: number;
}

/**
 * Takes tokens out of buckets that several servers share, each named once; rejects while that
 * can’t be done.
 */
export type TakeTokens = (asked: readonly TokenAsk[]) => Promise<readonly TokenGrant[]>;
