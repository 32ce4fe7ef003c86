import { LatencySketch, nearestRank } from '#core/figures/latency-sketch.ts';

/** Times as plain data: one by one in milliseconds, or the sketch of them (base64). */
export type SavedTimes = readonly number[] | string;

/** Times in milliseconds and their quantiles: exact over up to `exactMax` times, else within 1 %. */
export class TimeQuantiles {
  readonly #exactMax: number;
  #timesMs: number[] = [];
  #sketch: LatencySketch | null = null;

  constructor(exactMax: number) {
    this.#exactMax = exactMax;
  }

  add(ms: number): void {
    if (this.#sketch !== null) this.#sketch.add(ms * 1e6);
    else if (this.#timesMs.push(ms) > this.#exactMax) this.#sketchThem();
  }

  merge(other: TimeQuantiles): void {
    if (other.#sketch !== null) this.#sketchThem().merge(other.#sketch);
    for (const ms of other.#timesMs) this.add(ms);
  }

  /** The q-quantiles in milliseconds (q between 0 and 1), null each when nothing was added. */
  quantiles<const Q extends readonly number[]>(qs: Q): { [Index in keyof Q]: number | null } {
    const sorted = Float64Array.from(this.#timesMs).toSorted();
    const exact = (q: number): number | null => sorted[nearestRank(q, sorted.length)] ?? null;
    const sketched = (q: number, sketch: LatencySketch): number | null => {
      const nanos = sketch.quantile(q);
      return nanos === null ? null : nanos / 1e6;
    };
    // as: a map over a tuple has the tuple's length.
    return qs.map((q) => (this.#sketch === null ? exact(q) : sketched(q, this.#sketch))) as { [Index in keyof Q]: number | null };
  }

  save(): SavedTimes {
    return this.#sketch === null ? this.#timesMs : Buffer.from(this.#sketch.encode()).toString('base64');
  }

  static restore(saved: SavedTimes, exactMax: number): TimeQuantiles {
    const times = new TimeQuantiles(exactMax);
    if (typeof saved === 'string') times.#sketch = LatencySketch.decode(Buffer.from(saved, 'base64'));
    else times.#timesMs = [...saved];
    return times;
  }

  #sketchThem(): LatencySketch {
    this.#sketch ??= new LatencySketch();
    for (const ms of this.#timesMs) this.#sketch.add(ms * 1e6);
    this.#timesMs = [];
    return this.#sketch;
  }
}
