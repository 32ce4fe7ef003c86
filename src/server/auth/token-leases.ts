import { setTimeout as delay } from 'node:timers/promises';
import {
  ADVANCE_MS,
  fullBucket,
  takeToken,
  tokensLeft,
  type TokenBucket,
} from '#core/access/token-bucket.ts';
import type { TokenLease } from '#core/access/token-lease.ts';
import type { TakeTokens, TokenAsk, TokenGrant } from '#core/access/token-store.ts';

export interface TokenLeasesOptions {
  readonly take: TakeTokens;
  /** How many servers share the limits. */
  readonly countServers: () => Promise<number>;
  /** Never goes back. */
  readonly nowMs: () => number;
}

const MINUTE_MS = 60_000;
/** Of a limit, leased at once: what is left of leases is how far servers are from its exact value. */
const SLICE = 0.1;
/** A lease that is not used for so long is given back. */
const IDLE_MS = 2_000;
const LOOK_MS = 1_000;
/** A request waits for the database at most so long; then it counts against this server’s share. */
const WAIT_MS_MAX = 500;
/** How often a database that failed is asked again. */
const RETRY_MS = 1_000;
const COUNT_MS = 30_000;

/**
 * Shares limits per minute among servers: a server leases a tenth of a limit at a time, and asks for
 * more while half of that is left, so requests hardly ever wait. All leases that are wanted at a
 * time are one statement. States: leasing -> away (the database failed; each server gives out its
 * share of the limits by itself, and asks again every second) -> leasing.
 */
export class TokenLeases {
  readonly #options: TokenLeasesOptions;
  readonly #wanted = new Set<Lease>();
  readonly #holding = new Set<Lease>();
  /** The statement that runs, and the one that comes after it. */
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isAway = false;
  #askedAtMs = -Infinity;
  #servers = 1;
  #countedAtMs = -Infinity;

  constructor(options: TokenLeasesOptions) {
    this.#options = options;
  }

  /** Whether the database failed, so that this server gives out its own share. */
  get isAway(): boolean {
    return this.#isAway;
  }

  get servers(): number {
    return this.#servers;
  }

  get nowMs(): number {
    return this.#options.nowMs();
  }

  /** `bucket` is brought up to date with each lease. */
  open(id: string, bucket: TokenBucket): TokenLease {
    return new Lease(id, bucket, this);
  }

  /** Resolves once there is an answer; null, and nothing done, while the database is left alone. */
  ask(lease: Lease): Promise<void> | null {
    if (this.#isAway && this.nowMs - this.#askedAtMs < RETRY_MS) return null;
    this.#wanted.add(lease);
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      this.#running = this.#takeAll();
      return this.#running;
    });
    return this.#next;
  }

  /** The database took too long to answer. */
  late(): void {
    this.#isAway = true;
  }

  /** Has the lease given back once it is idle. */
  hold(lease: Lease): void {
    this.#holding.add(lease);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  async #takeAll(): Promise<void> {
    const leases = [...this.#wanted];
    this.#wanted.clear();
    this.#askedAtMs = this.nowMs;
    const asked = leases.map((lease) => lease.request());
    try {
      const taken = await this.#options.take(asked);
      const grants = new Map(taken.map((grant) => [grant.id, grant] as const));
      for (const lease of leases) lease.receive(grants.get(lease.id) ?? null);
      this.#isAway = false;
      this.#count();
    } catch {
      for (const lease of leases) lease.receive(null);
      this.#isAway = true;
    }
  }

  #count(): void {
    if (this.nowMs - this.#countedAtMs < COUNT_MS) return;
    this.#countedAtMs = this.nowMs;
    this.#options.countServers().then(
      (servers) => (this.#servers = Math.max(1, servers)),
      () => undefined,
    );
  }

  #look(): void {
    for (const lease of this.#holding) {
      if (this.nowMs - lease.usedAtMs < IDLE_MS) continue;
      this.#holding.delete(lease);
      lease.release();
    }
    if (this.#holding.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** The tokens of one bucket that this server has. */
class Lease implements TokenLease {
  readonly id: string;
  readonly #bucket: TokenBucket;
  readonly #leases: TokenLeases;
  readonly #slice: number;
  /** This server’s share, while the database is away. */
  #own: TokenBucket | null = null;
  #asking: Promise<void> | null = null;
  /** To be given back. */
  #isReleased = false;
  tokens = 0;
  usedAtMs = 0;

  constructor(id: string, bucket: TokenBucket, leases: TokenLeases) {
    this.id = id;
    this.#bucket = bucket;
    this.#leases = leases;
    this.#slice = Math.ceil(bucket.perMinute * SLICE);
  }

  take(): boolean | Promise<boolean> {
    this.usedAtMs = this.#leases.nowMs;
    if (this.tokens < 1) return this.#leases.isAway ? this.#takeOwn() : this.#takeLater();
    this.tokens -= 1;
    if (this.tokens < this.#slice / 2) void this.#ask();
    return true;
  }

  /** What a slice lacks; of a lease that is released, what is to go back. */
  request(): TokenAsk {
    const { perMinute } = this.#bucket;
    const wanted = this.#isReleased ? -this.tokens : Math.max(0, this.#slice - this.tokens);
    if (this.#isReleased) this.tokens = 0;
    this.#isReleased = false;
    return {
      id: this.id,
      size: perMinute,
      perMs: perMinute / MINUTE_MS,
      slowMs: ADVANCE_MS,
      wanted,
    };
  }

  /** Null when the database failed. */
  receive(grant: TokenGrant | null): void {
    this.#asking = null;
    if (grant === null) return;
    this.#own = null;
    this.#bucket.tokens = grant.remaining;
    this.#bucket.atMs = this.#leases.nowMs;
    this.#bucket.advanceUntilMs = this.#bucket.atMs + grant.slowMs;
    if (grant.taken <= 0) return;
    this.tokens += grant.taken;
    this.#leases.hold(this);
  }

  /** Gives back what it has. */
  release(): void {
    if (this.tokens < 1 || this.#asking !== null) return;
    this.#isReleased = true;
    void this.#ask();
  }

  #ask(): Promise<void> | null {
    return (this.#asking ??= this.#leases.ask(this));
  }

  async #takeLater(): Promise<boolean> {
    for (;;) {
      if (this.tokens >= 1) {
        this.tokens -= 1;
        return true;
      }
      if (this.#leases.isAway) return this.#takeOwn();
      // It was empty when it was last looked at, and can have got none since.
      if (this.#asking === null && tokensLeft(this.#bucket, this.#leases.nowMs) < 1) return false;
      const late = delay(WAIT_MS_MAX, true, { ref: false });
      if ((await Promise.race([this.#ask(), late])) === true) this.#leases.late();
    }
  }

  #takeOwn(): boolean {
    void this.#ask();
    const { nowMs, servers } = this.#leases;
    this.#own ??= fullBucket(Math.ceil(this.#bucket.perMinute / servers), nowMs);
    return takeToken(this.#own, nowMs);
  }
}
