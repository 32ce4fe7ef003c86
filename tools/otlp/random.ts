/** A small seeded generator (mulberry32): the same seed gives the same data everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next 32 bits. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.uint32() % items.length];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  bytes(count: number): Buffer {
    const out = Buffer.allocUnsafe(count);
    for (let at = 0; at < count; at++) out[at] = this.uint32() & 0xff;
    return out;
  }

  /** Roughly log-normal about the median: what durations look like. */
  around(median: number, spread = 0.6): number {
    const normal =
      Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
    return median * Math.exp(normal * spread);
  }
}
