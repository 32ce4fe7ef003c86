import type { CountedUsage } from '#server/stores/meta/access/usage.queries.ts';

/** A request of a key that has ended. */
export interface KeyRequest {
  readonly keyNumber: number;
  /** Method and route as declared. */
  readonly endpoint: string;
  readonly status: number;
  readonly spans: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

interface Sums {
  readonly keyNumber: number;
  readonly hourMs: number;
  readonly endpoint: string;
  readonly statusClass: number;
  requests: number;
  spans: number;
  bytesIn: number;
  bytesOut: number;
}

interface CountrySum {
  readonly keyNumber: number;
  readonly hourMs: number;
  readonly country: string;
  requests: number;
}

const HOUR_MS = 3_600_000;
const COUNTERS_MAX = 50_000;

/**
 * Sums of requests by key, hour, endpoint and class of status, and by key, hour and country. No
 * more of them than a fixed number.
 */
export class UsageCounters {
  readonly #sums = new Map<string, Sums>();
  readonly #countries = new Map<string, CountrySum>();
  readonly #lastUsedMs = new Map<number, number>();
  readonly #countersMax: number;
  /** Requests that found no place. */
  lost = 0;

  constructor(countersMax = COUNTERS_MAX) {
    this.#countersMax = countersMax;
  }

  get isEmpty(): boolean {
    return this.#lastUsedMs.size === 0 && this.#countries.size === 0;
  }

  count(
    { keyNumber, endpoint, status, spans, bytesIn, bytesOut }: KeyRequest,
    country: string | null,
    nowMs: number,
  ): void {
    const hourMs = nowMs - (nowMs % HOUR_MS);
    const statusClass = Math.min(5, Math.max(1, Math.floor(status / 100)));
    this.#addSums({
      keyNumber,
      hourMs,
      endpoint,
      statusClass,
      requests: 1,
      spans,
      bytesIn,
      bytesOut,
    });
    if (country !== null) this.countCountry(keyNumber, country, nowMs);
    this.#noteUse(keyNumber, nowMs);
  }

  /** Where a request came from that was counted without. */
  countCountry(keyNumber: number, country: string, atMs: number): void {
    this.#addCountry({ keyNumber, hourMs: atMs - (atMs % HOUR_MS), country, requests: 1 });
  }

  /** Takes over what another has counted. */
  add(other: UsageCounters): void {
    for (const sums of other.#sums.values()) this.#addSums(sums);
    for (const sum of other.#countries.values()) this.#addCountry(sum);
    for (const [keyNumber, atMs] of other.#lastUsedMs) this.#noteUse(keyNumber, atMs);
    this.lost += other.lost;
  }

  rows(): CountedUsage {
    return {
      usage: [...this.#sums.values()].map((sums) => ({
        key_id: sums.keyNumber,
        hour_ms: sums.hourMs,
        endpoint: sums.endpoint,
        status_class: sums.statusClass,
        requests: sums.requests,
        spans: sums.spans,
        bytes_in: sums.bytesIn,
        bytes_out: sums.bytesOut,
      })),
      countries: [...this.#countries.values()].map(({ keyNumber, hourMs, country, requests }) => ({
        key_id: keyNumber,
        hour_ms: hourMs,
        country,
        requests,
      })),
      lastUsed: [...this.#lastUsedMs].map(([keyNumber, atMs]) => ({
        key_id: keyNumber,
        at_ms: atMs,
      })),
    };
  }

  #addSums(added: Sums): void {
    const id = `${added.keyNumber} ${added.hourMs} ${added.statusClass} ${added.endpoint}`;
    const sums = this.#sums.get(id);
    if (sums === undefined) {
      if (this.#sums.size < this.#countersMax) this.#sums.set(id, { ...added });
      else this.lost += added.requests;
      return;
    }
    sums.requests += added.requests;
    sums.spans += added.spans;
    sums.bytesIn += added.bytesIn;
    sums.bytesOut += added.bytesOut;
  }

  #addCountry(added: CountrySum): void {
    const id = `${added.keyNumber} ${added.hourMs} ${added.country}`;
    const sum = this.#countries.get(id);
    if (sum !== undefined) sum.requests += added.requests;
    else if (this.#countries.size < this.#countersMax) this.#countries.set(id, { ...added });
  }

  #noteUse(keyNumber: number, atMs: number): void {
    const known = this.#lastUsedMs.get(keyNumber);
    if (known === undefined ? this.#lastUsedMs.size < this.#countersMax : known < atMs)
      this.#lastUsedMs.set(keyNumber, atMs);
  }
}
