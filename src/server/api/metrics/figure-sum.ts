import { LatencySketch, nearestRank } from '#core/figures/latency-sketch.ts';
import type { FigureRow } from './figure-source.ts';

/** Times as plain data: one by one in milliseconds, or the sketch of them (base64). */
type SavedTimes = readonly number[] | string;

/**
 * Times in milliseconds and their quantiles: exact over up to `exactMax` times, else within 1 %.
 */
class TimeQuantiles {
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
    return qs.map((q) => (this.#sketch === null ? exact(q) : sketched(q, this.#sketch))) as {
      [Index in keyof Q]: number | null;
    };
  }

  save(): SavedTimes {
    return this.#sketch === null
      ? this.#timesMs
      : Buffer.from(this.#sketch.encode()).toString('base64');
  }

  static restore(saved: SavedTimes, exactMax: number): TimeQuantiles {
    const times = new TimeQuantiles(exactMax);
    if (typeof saved === 'string')
      times.#sketch = LatencySketch.decode(Buffer.from(saved, 'base64'));
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

/**
 * A sum as plain data: its seven numbers, its latencies, and its times to the first token where it
 * has any.
 */
export type SavedSum = readonly [
  sums: readonly number[],
  latencies: SavedTimes,
  firstTokens?: SavedTimes,
];

/** Sums over rows that were scanned, and the quantiles of their times. */
export class FigureSum {
  count = 0;
  failed = 0;
  spans = 0;
  errors = 0;
  prompt = 0;
  completion = 0;
  costUsd = 0;
  readonly #exactMax: number;
  #latencies: TimeQuantiles;
  /** Null while no row has one: most sums never do. */
  #firstTokens: TimeQuantiles | null = null;

  constructor(exactMax = Infinity) {
    this.#exactMax = exactMax;
    this.#latencies = new TimeQuantiles(exactMax);
  }

  add(row: FigureRow): void {
    this.count += 1;
    if (row.errors > 0) this.failed += 1;
    this.spans += row.spans;
    this.errors += row.errors;
    this.prompt += row.prompt;
    this.completion += row.completion;
    this.costUsd += row.costUsd;
    // Spans without a duration, mostly because their end was never sent, don't count toward
    // latency.
    if (row.latencyMs !== 0) this.#latencies.add(row.latencyMs);
    if (row.firstTokenMs !== null) this.#someFirstTokens().add(row.firstTokenMs);
  }

  /** Adds another sum. */
  merge(other: FigureSum): void {
    this.count += other.count;
    this.failed += other.failed;
    this.spans += other.spans;
    this.errors += other.errors;
    this.prompt += other.prompt;
    this.completion += other.completion;
    this.costUsd += other.costUsd;
    this.#latencies.merge(other.#latencies);
    if (other.#firstTokens !== null) this.#someFirstTokens().merge(other.#firstTokens);
  }

  /**
   * The q-quantiles of latency in milliseconds (q between 0 and 1), null each when nothing was
   * added.
   */
  quantiles<const Q extends readonly number[]>(qs: Q): { [Index in keyof Q]: number | null } {
    return this.#latencies.quantiles(qs);
  }

  /** The same of the times to the first token. */
  firstTokenQuantiles<const Q extends readonly number[]>(
    qs: Q,
  ): { [Index in keyof Q]: number | null } {
    return (this.#firstTokens ?? NO_TIMES).quantiles(qs);
  }

  save(): SavedSum {
    const { count, failed, spans, errors, prompt, completion, costUsd } = this;
    const sums = [count, failed, spans, errors, prompt, completion, costUsd];
    const latencies = this.#latencies.save();
    return this.#firstTokens === null
      ? [sums, latencies]
      : [sums, latencies, this.#firstTokens.save()];
  }

  static restore([sums, latencies, firstTokens]: SavedSum, exactMax: number): FigureSum {
    const sum = new FigureSum(exactMax);
    [
      sum.count = 0,
      sum.failed = 0,
      sum.spans = 0,
      sum.errors = 0,
      sum.prompt = 0,
      sum.completion = 0,
      sum.costUsd = 0,
    ] = sums;
    sum.#latencies = TimeQuantiles.restore(latencies, exactMax);
    if (firstTokens !== undefined) sum.#firstTokens = TimeQuantiles.restore(firstTokens, exactMax);
    return sum;
  }

  #someFirstTokens(): TimeQuantiles {
    this.#firstTokens ??= new TimeQuantiles(this.#exactMax);
    return this.#firstTokens;
  }
}

const NO_TIMES = new TimeQuantiles(0);
