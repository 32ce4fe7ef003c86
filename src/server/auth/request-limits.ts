import { AppError } from '#contracts/wire/errors.ts';
import type { Principal } from '#core/access/principal.ts';
import type {
  CallerStanding,
  LimitedCaller,
  LimitKind,
  RateLimiter,
  RateStanding,
  RateVerdict,
} from '#core/access/rate-limiter.ts';
import type { Plan, PlanLimits } from '#contracts/access/plans.ts';
import type { CounterHandle, Metrics } from '#server/telemetry/metrics.ts';
import { addressGroup } from './address-group.ts';

/** A request that was counted. */
export interface CountedRequest {
  /** The rate-limit headers of every reply; empty if no limit applies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why it may not go on; null when it may, and then `leave` is called once it has ended. */
  readonly refusal: AppError | null;
  leave(): void;
}

const WHAT: Readonly<Record<LimitKind, string>> = {
  ingest: 'trace ingestion requests',
  api: 'API calls',
  live: 'live streams',
};
const NO_HEADERS: Readonly<Record<string, string>> = {};

/**
 * Counts requests against the limits of the plan, on every wire: per key, per signed-in user, and
 * per address for all others.
 */
export class RequestLimits {
  readonly #limiter: RateLimiter;
  readonly #refusals: CounterHandle;
  /** As configured; its numbers may be others. */
  readonly plan: Plan;

  constructor(limiter: RateLimiter, metrics: Metrics, plan: Plan = 'enterprise') {
    this.plan = plan;
    this.#limiter = limiter;
    this.#refusals = metrics.counter(
      'telltale_rate_limited_requests_total',
      'Requests refused by a limit of the plan.',
      ['kind', 'reason'],
    );
  }

  get limits(): PlanLimits {
    return this.#limiter.limits;
  }

  /**
   * Counts a request; null when the plan limits nothing. A promise where other servers’ use must be
   * learned first.
   */
  count(
    caller: Principal,
    address: string,
    kind: LimitKind,
  ): CountedRequest | null | Promise<CountedRequest> {
    const limiter = this.#limiter;
    if (!limiter.isActive) return null;
    const limited = limitedCaller(caller, address);
    const verdict = limiter.isShared
      ? limiter.enterShared(limited, kind)
      : limiter.enter(limited, kind);
    return verdict instanceof Promise
      ? verdict.then((later) => this.#counted(later, caller, kind))
      : this.#counted(verdict, caller, kind);
  }

  #counted(verdict: RateVerdict, caller: Principal, kind: LimitKind): CountedRequest {
    const headers = verdict.standing === null ? NO_HEADERS : rateHeaders(verdict.standing);
    if (verdict.refusal === null)
      return { headers, refusal: null, leave: () => this.#limiter.leave(verdict.load, kind) };
    this.#refusals.add(1, { kind, reason: verdict.refusal.reason });
    return { headers, refusal: refusalOf(verdict.refusal, kind, caller), leave: () => undefined };
  }

  /** Those nearest to a limit. */
  busiest(count: number): readonly CallerStanding[] {
    return this.#limiter.busiest(count);
  }
}

function rateHeaders({ limit, remaining, resetAtUnixS }: RateStanding): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAtUnixS),
  };
}

function refusalOf(
  { reason, limit, retryAfterS }: NonNullable<RateVerdict['refusal']>,
  kind: LimitKind,
  caller: Principal,
): AppError {
  const most =
    reason === 'rate'
      ? `${limit} ${WHAT[kind]} per minute`
      : `${limit} ${kind === 'live' ? WHAT.live : 'requests'} at a time`;
  const wait = `Try again in ${retryAfterS} s.`;
  return new AppError(
    'rate_limited',
    `Rate limit exceeded: ${most} for ${whose(caller)}. ${wait}`,
    { retryAfterSeconds: retryAfterS },
  );
}

function whose(caller: Principal): string {
  if (caller.keyNumber !== null) return `the API key '${caller.name}'`;
  return ['user', 'app', 'server'].includes(caller.kind) ? `'${caller.name}'` : 'this address';
}

/** The account a request counts against: a key's, a user's, the operator's, or an address's. */
export function limitedCallerId(caller: Principal, address: string): string {
  return limitedCaller(caller, address).id;
}

function limitedCaller(caller: Principal, address: string): LimitedCaller {
  if (caller.keyNumber !== null) return { id: `key:${caller.keyNumber}`, isAddress: false };
  if (caller.userNumber !== null) return { id: `user:${caller.userNumber}`, isAddress: false };
  if (caller.kind === 'server') return { id: 'operator', isAddress: false };
  return { id: `address:${addressGroup(address)}`, isAddress: true };
}
