import type { PlanLimits } from '#contracts/access/plans.ts';
import { CallerTable, type CallerLoad } from './caller-table.ts';
import { msUntil, takeToken, tokensLeft, type TokenBucket } from './token-bucket.ts';

/** The class of a request: sending spans, any other call, or a stream that stays open. */
export type LimitKind = 'ingest' | 'api' | 'live';

/** Who is counted: a key, a user or the operator by number, or an address. */
export interface LimitedCaller {
  /** Such as `key:12`, `user:3`, `address:192.0.2.7`. */
  readonly id: string;
  /** A client can have any number of addresses, but not of keys. */
  readonly isAddress: boolean;
}

export interface LimiterClock {
  /** Never goes back. */
  monotonicMs(): number;
  /** Milliseconds since 1970, for response headers. */
  unixMs(): number;
}

/** A caller's state under a limit per minute. */
export interface RateStanding {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole limit is there again: Unix time in seconds. */
  readonly resetAtUnixS: number;
}

export interface RateVerdict {
  /**
   * Null when the request may go on; then `leave` must be called with the load once it has ended.
   */
  readonly refusal: {
    readonly reason: 'rate' | 'concurrency';
    readonly limit: number;
    readonly retryAfterS: number;
  } | null;
  /** Null where no limit per minute applies. */
  readonly standing: RateStanding | null;
  readonly load: CallerLoad;
}

/** Exporters drop a batch when the retry delay exceeds what is left of their ten seconds. */
const INGEST_RETRY_AFTER_MAX_S = 5;
const CONCURRENCY_RETRY_AFTER_S = 1;

/**
 * Holds callers to the limits of a plan. All in memory, in tables of a fixed size; it cannot fail,
 * so it need not choose between open and closed.
 */
export class RateLimiter {
  readonly limits: PlanLimits;
  readonly #clock: LimiterClock;
  readonly #known: CallerTable;
  readonly #addresses: CallerTable;

  constructor(limits: PlanLimits, clock: LimiterClock, callersMax = 50_000) {
    this.limits = limits;
    this.#clock = clock;
    this.#known = new CallerTable(limits, callersMax);
    this.#addresses = new CallerTable(limits, callersMax);
  }

  /** Whether anything is limited at all. */
  get isActive(): boolean {
    const { ingestPerMinute, apiPerMinute, concurrent } = this.limits;
    return ingestPerMinute !== null || apiPerMinute !== null || concurrent !== null;
  }

  /** Counts a request of this caller, or says why it may not go on. */
  enter(caller: LimitedCaller, kind: LimitKind): RateVerdict {
    const nowMs = this.#clock.monotonicMs();
    const load = (caller.isAddress ? this.#addresses : this.#known).loadOf(caller.id, nowMs);
    const bucket = kind === 'ingest' ? load.ingest : load.api;
    const { concurrent } = this.limits;
    const under = kind === 'live' ? load.live : load.running;
    if (concurrent !== null && under >= concurrent) {
      load.refusedAtMs = nowMs;
      const refusal = {
        reason: 'concurrency',
        limit: concurrent,
        retryAfterS: CONCURRENCY_RETRY_AFTER_S,
      } as const;
      return { refusal, standing: this.#standing(bucket, nowMs), load };
    }
    if (bucket !== null && !takeToken(bucket, nowMs)) {
      load.refusedAtMs = nowMs;
      const waitS = Math.max(1, Math.ceil(msUntil(bucket, 1, nowMs) / 1000));
      const retryAfterS = kind === 'ingest' ? Math.min(waitS, INGEST_RETRY_AFTER_MAX_S) : waitS;
      return {
        refusal: { reason: 'rate', limit: bucket.perMinute, retryAfterS },
        standing: this.#standing(bucket, nowMs),
        load,
      };
    }
    if (kind === 'live') load.live += 1;
    else load.running += 1;
    return { refusal: null, standing: this.#standing(bucket, nowMs), load };
  }

  /** A request that was let through has ended. */
  leave(load: CallerLoad, kind: LimitKind): void {
    if (kind === 'live') load.live -= 1;
    else load.running -= 1;
  }

  /**
   * Those who have used most of a limit, or were refused within the last minute, the nearest to it
   * first.
   */
  busiest(count: number): readonly CallerStanding[] {
    const nowMs = this.#clock.monotonicMs();
    const all = [...this.#known.entries(), ...this.#addresses.entries()].map(([id, load]) =>
      callerStanding(id, load, this.limits, nowMs),
    );
    return all
      .filter((one) => one.share > 0 || one.refusedLately)
      .toSorted((a, b) => Number(b.refusedLately) - Number(a.refusedLately) || b.share - a.share)
      .slice(0, count);
  }

  #standing(bucket: TokenBucket | null, nowMs: number): RateStanding | null {
    if (bucket === null) return null;
    const fullMs = msUntil(bucket, bucket.perMinute, nowMs);
    return {
      limit: bucket.perMinute,
      remaining: tokensLeft(bucket, nowMs),
      resetAtUnixS: Math.ceil((this.#clock.unixMs() + fullMs) / 1000),
    };
  }
}

/** How near one caller is to its limits. */
export interface CallerStanding {
  readonly id: string;
  readonly ingestUsed: number;
  readonly apiUsed: number;
  readonly running: number;
  readonly live: number;
  /** Of the limit it is nearest to: 0 to 1. */
  readonly share: number;
  readonly refusedLately: boolean;
}

const LATELY_MS = 60_000;

function callerStanding(
  id: string,
  load: CallerLoad,
  { concurrent }: PlanLimits,
  nowMs: number,
): CallerStanding {
  const used = (bucket: TokenBucket | null): number =>
    bucket === null ? 0 : bucket.perMinute - tokensLeft(bucket, nowMs);
  const ofMinute = (bucket: TokenBucket | null): number =>
    bucket === null ? 0 : used(bucket) / bucket.perMinute;
  const ofConcurrent = concurrent === null ? 0 : Math.max(load.running, load.live) / concurrent;
  return {
    id,
    ingestUsed: used(load.ingest),
    apiUsed: used(load.api),
    running: load.running,
    live: load.live,
    share: Math.max(ofMinute(load.ingest), ofMinute(load.api), ofConcurrent),
    refusedLately: nowMs - load.refusedAtMs < LATELY_MS,
  };
}
