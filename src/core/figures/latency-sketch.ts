import { rowOfLatency } from './latency-edges.ts';

/**
 * A mergeable sketch of latencies with 1 % relative error (the DDSketch idea): a value falls into
 * the bucket ceil(log_g(value)), and a quantile is answered by the middle of its bucket. Counts can
 * be taken away again, which a delete needs. Values are nanoseconds.
 */
const RELATIVE_ERROR = 0.01;
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LOG_GAMMA = Math.log(GAMMA);
/** Everything up to a nanosecond, and the negative durations of skewed clocks, counts as zero. */
const ZERO_BUCKET = -1;

/**
 * Which of so many sorted values, from 0, is the q-quantile: the least that a share of q is not
 * above. Of few values p99 is the greatest.
 */
export function nearestRank(q: number, count: number): number {
  // 0.07 * 100 is more than 7.
  return Math.max(0, Math.ceil(Number((q * count).toPrecision(12))) - 1);
}

export class LatencySketch {
  readonly #counts = new Map<number, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Adds `count` observations of a duration; a negative count takes them away. */
  add(nanos: number, count = 1): void {
    this.#bump(nanos <= 1 ? ZERO_BUCKET : Math.ceil(Math.log(nanos) / LOG_GAMMA), count);
  }

  merge(other: LatencySketch): void {
    for (const [bucket, count] of other.#counts) this.#bump(bucket, count);
  }

  /** The q-quantile in nanoseconds (q between 0 and 1), or null when empty. */
  quantile(q: number): number | null {
    if (this.#total <= 0) return null;
    const rank = nearestRank(q, this.#total);
    let seen = 0;
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen > rank) return middleOf(bucket);
    }
    return null;
  }

  /**
   * How many observations lie between neighbouring borders (nanoseconds, rising); what lies outside
   * counts to the nearest interval.
   */
  histogram(edges: readonly number[]): number[] {
    const counts = Array.from({ length: Math.max(0, edges.length - 1) }, () => 0);
    for (const [bucket, count] of this.#counts) {
      const row = rowOfLatency(middleOf(bucket), edges);
      if (count > 0) counts[row] = (counts[row] ?? 0) + count;
    }
    return counts;
  }

  /**
   * Bucket and count pairs as varints, buckets as differences: some two bytes for each bucket in
   * use.
   */
  encode(): Uint8Array {
    const out: number[] = [];
    let previous = ZERO_BUCKET;
    // Each transaction encodes some sketches: numbers sort several times faster so than pairs by a
    // comparison.
    for (const bucket of Int32Array.from(this.#counts.keys()).sort()) {
      const count = this.#counts.get(bucket) ?? 0;
      if (count <= 0) continue;
      pushVarint(out, bucket - previous);
      pushVarint(out, count);
      previous = bucket;
    }
    return Uint8Array.from(out);
  }

  static decode(bytes: Uint8Array): LatencySketch {
    const sketch = new LatencySketch();
    let bucket = ZERO_BUCKET;
    let position = 0;
    const next = (): number => {
      let value = 0;
      let scale = 1;
      for (;;) {
        const byte = bytes[position] ?? 0;
        position += 1;
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) return value;
        scale *= 128;
      }
    };
    while (position < bytes.length) {
      bucket += next();
      sketch.#bump(bucket, next());
    }
    return sketch;
  }

  #bump(bucket: number, count: number): void {
    const sum = (this.#counts.get(bucket) ?? 0) + count;
    this.#total += count;
    if (sum === 0) this.#counts.delete(bucket);
    else this.#counts.set(bucket, sum);
  }
}

/** The value of a bucket, in nanoseconds. */
function middleOf(bucket: number): number {
  return bucket === ZERO_BUCKET ? 0 : (2 * GAMMA ** bucket) / (GAMMA + 1);
}

function pushVarint(out: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    out.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}
