import { addUsage, forgetUsage } from '#server/stores/meta/access/usage.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { CountryOf } from './country-lookup.ts';
import { UsageCounters, type KeyRequest } from './usage-counters.ts';

export interface KeyUsageOptions {
  readonly db: MetaDb;
  readonly now: () => number;
  readonly log: Log;
  readonly countryOf: CountryOf;
  /** Hours older than so many days are forgotten. */
  readonly retentionDays: number;
}

const FLUSH_MS = 3_000;
const FORGET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LATELY_MS = 300_000;
const SEEN_MS = 1_000;
/** The database of countries is read within a second of the first request. */
const UNPLACED_MAX = 10_000;

/**
 * The usage of API keys. Requests are counted in memory, and the counts are added to the database
 * every few seconds and at shutdown. If a write fails, counts are kept up to a limit; the number of
 * lost ones then goes to the log.
 */
export class KeyUsage {
  readonly #options: KeyUsageOptions;
  #counters: UsageCounters;
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #forgottenAtMs = -Infinity;
  readonly #seenAtMs = new Map<number, number>();
  /** Requests that came while the database of countries was being read. */
  #unplaced: { readonly keyNumber: number; readonly address: string; readonly atMs: number }[] = [];

  constructor(options: KeyUsageOptions) {
    this.#options = options;
    this.#counters = new UsageCounters();
  }

  /** Counts a request that has ended. */
  record(request: KeyRequest, address: string): void {
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_MS).unref();
    const nowMs = this.#options.now();
    const country = this.#options.countryOf(address);
    this.#counters.count(request, country ?? null, nowMs);
    if (country === undefined && this.#unplaced.length < UNPLACED_MAX)
      this.#unplaced.push({ keyNumber: request.keyNumber, address, atMs: nowMs });
    // To the second: a map in which every request moves its key is made anew every few requests.
    const sinceMs = nowMs - (this.#seenAtMs.get(request.keyNumber) ?? -Infinity);
    if (sinceMs >= 0 && sinceMs < SEEN_MS) return;
    // Again at the end, so that those unused for longest come first.
    this.#seenAtMs.delete(request.keyNumber);
    this.#seenAtMs.set(request.keyNumber, nowMs);
  }

  /** Keys that were used within the last five minutes. */
  get activeKeys(): number {
    const sinceMs = this.#options.now() - LATELY_MS;
    for (const [key, atMs] of this.#seenAtMs) {
      if (atMs >= sinceMs) break;
      this.#seenAtMs.delete(key);
    }
    return this.#seenAtMs.size;
  }

  /** Writes what was counted; never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      await this.#add();
      await this.#forgetOld();
    });
    return this.#flushing;
  }

  /** Writes what is left, and no more: the database may not even be open when a start failed. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#flushing = this.#flushing.then(() => this.#add());
    await this.#flushing;
  }

  #placeLate(): void {
    const waiting = this.#unplaced;
    this.#unplaced = [];
    for (const one of waiting) {
      const country = this.#options.countryOf(one.address);
      if (country === undefined) this.#unplaced.push(one);
      else if (country !== null) this.#counters.countCountry(one.keyNumber, country, one.atMs);
    }
  }

  async #add(): Promise<void> {
    const { db, log } = this.#options;
    this.#placeLate();
    const counters = this.#counters;
    if (counters.isEmpty) return;
    if (counters.lost > 0)
      log.warn(
        { requests: counters.lost },
        'the use of API keys could not be counted: too many differ',
      );
    this.#counters = new UsageCounters();
    try {
      await addUsage(db, counters.rows());
    } catch (error) {
      log.warn({ err: error }, 'the use of API keys could not be written; it is tried again');
      counters.add(this.#counters);
      this.#counters = counters;
    }
  }

  async #forgetOld(): Promise<void> {
    const { db, log, now, retentionDays } = this.#options;
    if (now() - this.#forgottenAtMs < FORGET_MS) return;
    this.#forgottenAtMs = now();
    try {
      await forgetUsage(db, now() - retentionDays * DAY_MS);
    } catch (error) {
      log.warn(
        { err: error },
        'old use of API keys could not be deleted; it is tried again in an hour',
      );
    }
  }
}
