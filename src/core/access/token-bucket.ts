/**
 * Enforces a limit per minute. A bucket holds a minute's requests and refills continuously, so a
 * caller over the limit waits seconds, not the rest of a minute: exporters give up after ten.
 * Tokens taken from a full bucket are an advance: for `ADVANCE_MS` the bucket refills at
 * `ADVANCE_SHARE` of its rate, which pays back nine tenths. So a greedy caller gets the limit and
 * not an extra minute's worth, and a caller that steadily uses exactly the limit is never rejected.
 */
export interface TokenBucket {
  readonly perMinute: number;
  tokens: number;
  atMs: number;
  /** Until then it fills slowly. */
  advanceUntilMs: number;
}

const MINUTE_MS = 60_000;
const ADVANCE_SHARE = 0.25;
export const ADVANCE_MS = 72_000;

/** A full bucket. Times are of any clock that never goes back. */
export function fullBucket(perMinute: number, nowMs: number): TokenBucket {
  return { perMinute, tokens: perMinute, atMs: nowMs, advanceUntilMs: nowMs };
}

/** Takes one; false when there is none. */
export function takeToken(bucket: TokenBucket, nowMs: number): boolean {
  refill(bucket, nowMs);
  if (bucket.tokens < 1) return false;
  if (bucket.tokens === bucket.perMinute) bucket.advanceUntilMs = nowMs + ADVANCE_MS;
  bucket.tokens -= 1;
  return true;
}

/** The number of tokens available now. */
export function tokensLeft(bucket: TokenBucket, nowMs: number): number {
  refill(bucket, nowMs);
  return Math.floor(bucket.tokens);
}

/** How long until so many are in it; 0 when they are. */
export function msUntil(bucket: TokenBucket, tokens: number, nowMs: number): number {
  refill(bucket, nowMs);
  const missing = Math.min(tokens, bucket.perMinute) - bucket.tokens;
  if (missing <= 0) return 0;
  const perMs = bucket.perMinute / MINUTE_MS;
  const slowMs = Math.max(0, bucket.advanceUntilMs - nowMs);
  const slowGain = slowMs * perMs * ADVANCE_SHARE;
  return missing <= slowGain
    ? missing / (perMs * ADVANCE_SHARE)
    : slowMs + (missing - slowGain) / perMs;
}

function refill(bucket: TokenBucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs;
  if (passedMs <= 0) return;
  const slowMs = Math.min(passedMs, Math.max(0, bucket.advanceUntilMs - bucket.atMs));
  const gain = (bucket.perMinute / MINUTE_MS) * (passedMs - slowMs * (1 - ADVANCE_SHARE));
  bucket.tokens = Math.min(bucket.perMinute, bucket.tokens + gain);
  bucket.atMs = nowMs;
}
