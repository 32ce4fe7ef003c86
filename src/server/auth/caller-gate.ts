import { UNAUTHENTICATED, type Principal } from '#core/access/principal.ts';
import type { LimitKind } from '#core/access/rate-limiter.ts';
import { Unauthenticated, assertAccess } from '#core/access/route-access.ts';
import type { RouteAccess } from '#contracts/access/route-access.ts';
import type { CounterHandle, Metrics } from '#server/telemetry/metrics.ts';
import type { Authenticator } from './authenticator.ts';
import type { CredentialHeaders } from './credentials.ts';
import type { CountedRequest, RequestLimits } from './request-limits.ts';
import type { KeyUsage } from './usage/key-usage.ts';

/** A request as it comes, on either wire. */
export interface Arrival {
  readonly headers: CredentialHeaders;
  readonly address: string;
  readonly kind: LimitKind;
  /** Method and route as declared. */
  readonly endpoint: string;
}

/** How a request ended. */
export interface CallEnd {
  /** Of HTTP. */
  readonly status: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

interface CallerGateOptions {
  readonly authenticator: Authenticator;
  readonly limits: RequestLimits;
  readonly usage: KeyUsage;
  readonly metrics: Metrics;
}

/**
 * Stands before every request on every wire: who it is, whether they have asked for too much, and
 * what became of it.
 */
export class CallerGate {
  readonly #options: CallerGateOptions;
  readonly #failures: CounterHandle;

  constructor(options: CallerGateOptions) {
    const { metrics, usage } = options;
    this.#options = options;
    this.#failures = metrics.counter(
      'telltale_authentication_failures_total',
      'Requests without valid credentials, by reason.',
      ['reason'],
    );
    metrics.gauge(
      'telltale_active_api_keys',
      'API keys used within the last five minutes.',
      () => usage.activeKeys,
    );
  }

  get limits(): RequestLimits {
    return this.#options.limits;
  }

  /**
   * Finds out who calls and counts the request; callers without valid credentials are counted by
   * address. Never rejects: the call says it.
   */
  async receive(arrival: Arrival): Promise<OpenCall> {
    const { authenticator, limits, usage } = this.#options;
    let caller = UNAUTHENTICATED;
    let failure: Error | null = null;
    try {
      caller = await authenticator.authenticate(arrival.headers);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    const counting = limits.count(caller, arrival.address, arrival.kind);
    const counted = counting instanceof Promise ? await counting : counting;
    return new OpenCall({
      caller,
      arrival,
      counted,
      failure,
      usage,
      failures: this.#failures,
      authenticator,
    });
  }
}

interface CallParts {
  readonly caller: Principal;
  readonly arrival: Arrival;
  readonly counted: CountedRequest | null;
  readonly failure: Error | null;
  readonly usage: KeyUsage;
  readonly failures: CounterHandle;
  readonly authenticator: Authenticator;
}

/** How long a caller's cached identity stays valid. */
const MOMENT_MS = 900;
const NO_HEADERS: Readonly<Record<string, string>> = {};

/** A request between its head and its end. `end` must be called once, if `isWatched`. */
export class OpenCall {
  readonly #parts: CallParts;
  readonly #beganAtMs = performance.now();
  /** Spans it brought, for the usage counters. */
  spans = 0;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  get caller(): Principal {
    return this.#parts.caller;
  }

  /** The same, null where credentials were brought that are not valid. */
  get known(): Principal | null {
    return this.#parts.failure === null ? this.#parts.caller : null;
  }

  /** The rate-limit headers of the reply. */
  get headers(): Readonly<Record<string, string>> {
    return this.#parts.counted?.headers ?? NO_HEADERS;
  }

  /** Whether something listens for its end. */
  get isWatched(): boolean {
    return this.#parts.counted !== null || this.caller.keyNumber !== null;
  }

  /**
   * Throws when it is too much, when the credentials are not valid, and when this caller may not.
   * An open route answers callers with invalid or expired credentials as anonymous: signing in
   * begins with an old cookie.
   */
  assertAllowed(access: RouteAccess): void {
    const { counted, failure, failures } = this.#parts;
    try {
      if (failure !== null && !(access === 'open' && failure instanceof Unauthenticated))
        throw failure;
      assertAccess(access, this.caller);
    } catch (error) {
      if (error instanceof Unauthenticated) failures.add(1, { reason: error.reason });
      throw counted?.refusal ?? error;
    }
    if (counted?.refusal !== undefined && counted.refusal !== null) throw counted.refusal;
  }

  /**
   * Whether so much time went by, for a body that came slowly, that `assertStillAllowed` has to be
   * asked.
   */
  get isAged(): boolean {
    return performance.now() - this.#beganAtMs >= MOMENT_MS;
  }

  /**
   * Once its body is there: rejects as `assertAllowed` throws, when the credentials have lost
   * meanwhile what they could do when it began.
   */
  async assertStillAllowed(access: RouteAccess): Promise<void> {
    const { arrival, failure, authenticator } = this.#parts;
    if (this.isAged && failure === null)
      assertAccess(access, await authenticator.authenticate(arrival.headers));
  }

  end({ status, bytesIn, bytesOut }: CallEnd): void {
    const { counted, arrival, usage } = this.#parts;
    counted?.leave();
    const { keyNumber } = this.caller;
    if (keyNumber !== null)
      usage.record(
        { keyNumber, endpoint: arrival.endpoint, status, spans: this.spans, bytesIn, bytesOut },
        arrival.address,
      );
  }
}
