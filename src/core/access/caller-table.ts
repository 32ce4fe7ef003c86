import type { PlanLimits } from '#contracts/access/plans.ts';
import { fullBucket, tokensLeft, type TokenBucket } from './token-bucket.ts';
import type { OpenLease, TokenLease } from './token-lease.ts';

/** One caller's usage. */
export interface CallerLoad {
  readonly ingest: TokenBucket | null;
  readonly api: TokenBucket | null;
  /** Where several servers share the buckets; null where this one has them alone. */
  readonly leases: Leases | null;
  running: number;
  live: number;
  /** Of the last refusal; -Infinity when there was none. */
  refusedAtMs: number;
}

/** Null where nothing is limited. */
interface Leases {
  readonly ingest: TokenLease | null;
  readonly api: TokenLease | null;
}

/** All that find no place in a full table are counted as one. */
export const OTHERS = 'others';

/** How many callers with something under way are passed over in search of one to give up. */
const PASSED_OVER_MAX = 8;

/**
 * The callers seen lately, the longest idle first. A table that is full gives up its first entry if
 * that has its whole allowance back, so that no allowance is restored by it; otherwise new callers
 * share one allowance among them. So a limit cannot be avoided by coming from very many addresses.
 * A caller with something under way, such as a stream that stays open for hours, is not idle and
 * goes to the end.
 */
export class CallerTable {
  readonly #limits: PlanLimits;
  readonly #sizeMax: number;
  readonly #openLease: OpenLease | null;
  readonly #loads = new Map<string, CallerLoad>();
  #others: CallerLoad | null = null;
  #lastId: string | null = null;

  constructor(limits: PlanLimits, sizeMax: number, openLease: OpenLease | null = null) {
    this.#limits = limits;
    this.#sizeMax = sizeMax;
    this.#openLease = openLease;
  }

  /** This caller's usage; moves the caller to the end of the eviction order. */
  loadOf(id: string, nowMs: number): CallerLoad {
    const found = this.#loads.get(id);
    if (found !== undefined) {
      // Not moved when it is already last: a map that moves an entry on every request is rebuilt
      // every few requests.
      if (id === this.#lastId) return found;
      this.#loads.delete(id);
      this.#loads.set(id, found);
      this.#lastId = id;
      return found;
    }
    if (this.#loads.size >= this.#sizeMax && !this.#giveUpFirst(nowMs))
      return (this.#others ??= this.#newLoad(OTHERS, nowMs));
    const load = this.#newLoad(id, nowMs);
    this.#loads.set(id, load);
    this.#lastId = id;
    return load;
  }

  entries(): readonly (readonly [string, CallerLoad])[] {
    return [...this.#loads, ...(this.#others === null ? [] : [[OTHERS, this.#others] as const])];
  }

  #giveUpFirst(nowMs: number): boolean {
    for (let passed = 0; passed < PASSED_OVER_MAX; passed += 1) {
      const [first] = this.#loads;
      if (first === undefined) return true;
      const [id, load] = first;
      if (load.running === 0 && load.live === 0)
        return isFull(load.ingest, nowMs) && isFull(load.api, nowMs) && this.#loads.delete(id);
      this.#loads.delete(id);
      this.#loads.set(id, load);
      this.#lastId = id;
    }
    return false;
  }

  #newLoad(id: string, nowMs: number): CallerLoad {
    const { ingestPerMinute, apiPerMinute } = this.#limits;
    const ingest = ingestPerMinute === null ? null : fullBucket(ingestPerMinute, nowMs);
    const api = apiPerMinute === null ? null : fullBucket(apiPerMinute, nowMs);
    const open = this.#openLease;
    const leaseOf = (kind: string, bucket: TokenBucket | null): TokenLease | null =>
      open === null || bucket === null ? null : open(`${kind} ${id}`, bucket);
    return {
      ingest,
      api,
      leases:
        open === null ? null : { ingest: leaseOf('ingest', ingest), api: leaseOf('api', api) },
      running: 0,
      live: 0,
      refusedAtMs: -Infinity,
    };
  }
}

function isFull(bucket: TokenBucket | null, nowMs: number): boolean {
  return bucket === null || tokensLeft(bucket, nowMs) >= bucket.perMinute;
}
