/**
 * How a limit per minute is kept. A bucket holds a minute's requests and fills all the time, so that a caller over the limit waits
 * seconds, not for the rest of a minute: exporters give up after ten. What is taken from a full bucket is an advance on what comes: for
 * `ADVANCE_MS` it fills at `ADVANCE_SHARE` of its pace, which pays nine tenths of it back. So a greedy caller gets the limit, and not a
 * minute's worth on top of it; and one that asks steadily for just the limit is never refused.
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
const ADVANCE_MS = 72_000;

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

/** What could be taken now. */
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
  return missing <= slowGain ? missing / (perMs * ADVANCE_SHARE) : slowMs + (missing - slowGain) / perMs;
}

function refill(bucket: TokenBucket, nowMs: number): void {
  const passedMs = nowMs - bucket.atMs;
  if (passedMs <= 0) return;
  const slowMs = Math.min(passedMs, Math.max(0, bucket.advanceUntilMs - bucket.atMs));
  const gain = (bucket.perMinute / MINUTE_MS) * (passedMs - slowMs * (1 - ADVANCE_SHARE));
  bucket.tokens = Math.min(bucket.perMinute, bucket.tokens + gain);
  bucket.atMs = nowMs;
}
