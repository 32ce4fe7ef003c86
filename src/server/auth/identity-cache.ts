import { AppError } from '#contracts/wire/errors.ts';

/**
 * The age at which a cached answer is refreshed in the background, and the age at which the request
 * waits for the refresh.
 */
const FRESH_MS = 400;
const USABLE_MS = 900;
/**
 * The age up to which an answer serves while the metadata database can’t be read: long enough for a
 * restart of it.
 */
const OUTAGE_MS_MAX = 60_000;
const RETRY_MS = 500;
const ENTRIES_MAX = 10_000;

interface Entry<T> {
  readonly value: T;
  readonly readAtMs: number;
  refreshing: boolean;
}

/**
 * Remembers who is behind a secret's hash, unknown ones too, for less than a second: whatever
 * changes in the database (also by another process) takes effect within that, and at once where
 * `clear` is called. Those in constant use are read again in the background, so that a request
 * hardly ever waits for the metadata database. While that is unavailable, answers of the last
 * minute serve: exporters don’t lose spans because it restarts. Nothing can be revoked meanwhile,
 * for that is written there too.
 */
export class IdentityCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #read: (hash: Buffer) => Promise<T>;
  readonly #now: () => number;
  #generation = 0;
  #failedAtMs = -Infinity;

  constructor(read: (hash: Buffer) => Promise<T>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** Rejects as the read does, when there is nothing recent to answer with. */
  async get(hash: Buffer): Promise<T> {
    const key = hash.toString('latin1');
    const known = this.#entries.get(key);
    const isKept = (): boolean => {
      const ageMs = known === undefined ? Infinity : this.#now() - known.readAtMs;
      return this.#entries.get(key) === known && ageMs >= 0 && ageMs < OUTAGE_MS_MAX;
    };
    // A database that is gone may take seconds to say so: one request in a while waits for that.
    if (known !== undefined && this.#now() - this.#failedAtMs < RETRY_MS && isKept())
      return known.value;
    try {
      return await this.#current(key, hash);
    } catch (error) {
      const isOutage =
        error instanceof AppError &&
        (error.code === 'unavailable' || error.code === 'deadline_exceeded');
      if (!isOutage || known === undefined || !isKept()) throw error;
      this.#failedAtMs = this.#now();
      return known.value;
    }
  }

  async #current(key: string, hash: Buffer): Promise<T> {
    const entry = this.#entries.get(key);
    const ageMs = entry === undefined ? Infinity : this.#now() - entry.readAtMs;
    if (entry === undefined || ageMs >= USABLE_MS || ageMs < 0) return this.#fill(key, hash);
    if (ageMs >= FRESH_MS && !entry.refreshing) {
      entry.refreshing = true;
      // This one is not awaited; if it fails, the request that finds the entry too old says so.
      this.#fill(key, hash).catch(() => undefined);
    }
    return entry.value;
  }

  /** Forgets everything: what is read from now on is as the database has it now. */
  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  async #fill(key: string, hash: Buffer): Promise<T> {
    const generation = this.#generation;
    const readAtMs = this.#now();
    const value = await this.#read(hash);
    if (generation === this.#generation) {
      if (this.#entries.size >= ENTRIES_MAX)
        this.#entries.delete(this.#entries.keys().next().value ?? key);
      this.#entries.delete(key);
      this.#entries.set(key, { value, readAtMs, refreshing: false });
    }
    return value;
  }
}
