import type { PlanLimits } from '#contracts/access/plans.ts';
import { CallerTable, type CallerLoad } from './caller-table.ts';
import { msUntil, takeToken, tokensLeft } from './token-bucket.ts';
import type { OpenLease, TokenLease } from './token-lease.ts';

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
/** In each of the two tables. */
export const CALLERS_MAX = 50_000;

/**
 * Holds callers to the limits of a plan. All in memory, in tables of a fixed size; it cannot fail,
 * so it need not choose between open and closed. Several servers share the limits per minute by
 * leases; requests at a time are counted by each server, whose memory they take.
 */
export class RateLimiter {
  readonly limits: PlanLimits;
  readonly #clock: LimiterClock;
  readonly #known: CallerTable;
  readonly #addresses: CallerTable;
  /** Whether other servers give out tokens of the same limits. */
  readonly isShared: boolean;

  constructor(
    limits: PlanLimits,
    clock: LimiterClock,
    callersMax = CALLERS_MAX,
    openLease: OpenLease | null = null,
  ) {
    this.limits = limits;
    this.#clock = clock;
    this.isShared = openLease !== null;
    this.#known = new CallerTable(limits, callersMax, openLease);
    this.#addresses = new CallerTable(limits, callersMax, openLease);
  }

  /** Whether anything is limited at all. */
  get isActive(): boolean {
    const { ingestPerMinute, apiPerMinute, concurrent } = this.limits;
    return ingestPerMinute !== null || apiPerMinute !== null || concurrent !== null;
  }

  /** Counts a request of this caller, or says why it may not go on. */
  enter(caller: LimitedCaller, kind: LimitKind): RateVerdict {
    const nowMs = this.#clock.monotonicMs();
    const load = this.#loadOf(caller, nowMs);
    const bucket = kind === 'ingest' ? load.ingest : load.api;
    return (
      this.#crowded(load, kind, nowMs) ??
      this.#admit(load, kind, bucket === null || takeToken(bucket, nowMs))
    );
  }

  /** The same where the limits per minute are shared: it may wait for a lease. */
  enterShared(caller: LimitedCaller, kind: LimitKind): RateVerdict | Promise<RateVerdict> {
    const nowMs = this.#clock.monotonicMs();
    const load = this.#loadOf(caller, nowMs);
    const crowded = this.#crowded(load, kind, nowMs);
    if (crowded !== null) return crowded;
    const taken = (kind === 'ingest' ? load.leases?.ingest : load.leases?.api)?.take() ?? true;
    if (typeof taken === 'boolean') return this.#admit(load, kind, taken);
    // Its place is taken meanwhile, so that no more than may run at a time wait for the lease.
    this.#admit(load, kind, true);
    return taken.then((isTaken) => {
      this.leave(load, kind);
      return this.#admit(load, kind, isTaken);
    });
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

  #loadOf(caller: LimitedCaller, nowMs: number): CallerLoad {
    return (caller.isAddress ? this.#addresses : this.#known).loadOf(caller.id, nowMs);
  }

  /** The refusal where too many run already. */
  #crowded(load: CallerLoad, kind: LimitKind, nowMs: number): RateVerdict | null {
    const { concurrent } = this.limits;
    const under = kind === 'live' ? load.live : load.running;
    if (concurrent === null || under < concurrent) return null;
    load.refusedAtMs = nowMs;
    const refusal = {
      reason: 'concurrency',
      limit: concurrent,
      retryAfterS: CONCURRENCY_RETRY_AFTER_S,
    } as const;
    return { refusal, standing: this.#standing(load, kind, nowMs), load };
  }

  #admit(load: CallerLoad, kind: LimitKind, isTaken: boolean): RateVerdict {
    const nowMs = this.#clock.monotonicMs();
    const standing = this.#standing(load, kind, nowMs);
    const bucket = kind === 'ingest' ? load.ingest : load.api;
    if (!isTaken && bucket !== null) {
      load.refusedAtMs = nowMs;
      const waitS = Math.max(1, Math.ceil(msUntil(bucket, 1, nowMs) / 1000));
      const retryAfterS = kind === 'ingest' ? Math.min(waitS, INGEST_RETRY_AFTER_MAX_S) : waitS;
      const refusal = { reason: 'rate', limit: bucket.perMinute, retryAfterS } as const;
      return { refusal, standing, load };
    }
    if (kind === 'live') load.live += 1;
    else load.running += 1;
    return { refusal: null, standing, load };
  }

  #standing(load: CallerLoad, kind: LimitKind, nowMs: number): RateStanding | null {
    const bucket = kind === 'ingest' ? load.ingest : load.api;
    if (bucket === null) return null;
    const fullMs = msUntil(bucket, bucket.perMinute, nowMs);
    return {
      limit: bucket.perMinute,
      remaining: leftFor(load, kind, nowMs),
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

/** What a caller may still ask for: what is in the bucket, and what this server leased of it. */
function leftFor(load: CallerLoad, kind: LimitKind, nowMs: number): number {
  const isIngest = kind === 'ingest';
  const bucket = isIngest ? load.ingest : load.api;
  const lease: TokenLease | null = (isIngest ? load.leases?.ingest : load.leases?.api) ?? null;
  if (bucket === null) return Infinity;
  return Math.min(bucket.perMinute, tokensLeft(bucket, nowMs) + (lease?.tokens ?? 0));
}

function callerStanding(
  id: string,
  load: CallerLoad,
  { concurrent }: PlanLimits,
  nowMs: number,
): CallerStanding {
  const used = (kind: 'ingest' | 'api'): number => {
    const bucket = load[kind];
    return bucket === null ? 0 : bucket.perMinute - leftFor(load, kind, nowMs);
  };
  const ofMinute = (kind: 'ingest' | 'api'): number => used(kind) / (load[kind]?.perMinute ?? 1);
  const ofConcurrent = concurrent === null ? 0 : Math.max(load.running, load.live) / concurrent;
  return {
    id,
    ingestUsed: used('ingest'),
    apiUsed: used('api'),
    running: load.running,
    live: load.live,
    share: Math.max(ofMinute('ingest'), ofMinute('api'), ofConcurrent),
    refusedLately: nowMs - load.refusedAtMs < LATELY_MS,
  };
}
