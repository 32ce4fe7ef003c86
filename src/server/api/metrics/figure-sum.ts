import { LatencySketch, nearestRank } from '#core/figures/latency-sketch.ts';
import type { FigureRow } from './figure-source.ts';

/** A sum as plain data: its seven numbers, then its latencies in milliseconds or the sketch of them (base64). */
export type SavedSum = readonly [sums: readonly number[], latencies: readonly number[] | string];

/** Sums over rows that were scanned, and the quantiles of their latencies: exact over up to `exactMax`, else within 1 %. */
export class FigureSum {
  count = 0;
  failed = 0;
  spans = 0;
  errors = 0;
  prompt = 0;
  completion = 0;
  costUsd = 0;
  readonly #exactMax: number;
  #latenciesMs: number[] = [];
  #sketch: LatencySketch | null = null;

  constructor(exactMax = Infinity) {
    this.#exactMax = exactMax;
  }

  add(row: FigureRow): void {
    this.count += 1;
    if (row.errors > 0) this.failed += 1;
    this.spans += row.spans;
    this.errors += row.errors;
    this.prompt += row.prompt;
    this.completion += row.completion;
    this.costUsd += row.costUsd;
    // What has no duration, most often because its end was never sent, says nothing of latency.
    if (row.latencyMs !== 0) this.#addLatency(row.latencyMs);
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
    if (other.#sketch !== null) this.#sketchThem().merge(other.#sketch);
    for (const latencyMs of other.#latenciesMs) this.#addLatency(latencyMs);
  }

  /** The q-quantiles in milliseconds (q between 0 and 1), null each when nothing was added. */
  quantiles<const Q extends readonly number[]>(qs: Q): { [Index in keyof Q]: number | null } {
    const sorted = Float64Array.from(this.#latenciesMs).toSorted();
    const exact = (q: number): number | null => sorted[nearestRank(q, sorted.length)] ?? null;
    const sketched = (q: number, sketch: LatencySketch): number | null => {
      const nanos = sketch.quantile(q);
      return nanos === null ? null : nanos / 1e6;
    };
    // as: a map over a tuple has the tuple's length.
    return qs.map((q) => (this.#sketch === null ? exact(q) : sketched(q, this.#sketch))) as { [Index in keyof Q]: number | null };
  }

  save(): SavedSum {
    const { count, failed, spans, errors, prompt, completion, costUsd } = this;
    const latencies = this.#sketch === null ? this.#latenciesMs : Buffer.from(this.#sketch.encode()).toString('base64');
    return [[count, failed, spans, errors, prompt, completion, costUsd], latencies];
  }

  static restore([sums, latencies]: SavedSum, exactMax: number): FigureSum {
    const sum = new FigureSum(exactMax);
    [sum.count = 0, sum.failed = 0, sum.spans = 0, sum.errors = 0, sum.prompt = 0, sum.completion = 0, sum.costUsd = 0] = sums;
    if (typeof latencies === 'string') sum.#sketch = LatencySketch.decode(Buffer.from(latencies, 'base64'));
    else sum.#latenciesMs = [...latencies];
    return sum;
  }

  #addLatency(latencyMs: number): void {
    if (this.#sketch !== null) this.#sketch.add(latencyMs * 1e6);
    else if (this.#latenciesMs.push(latencyMs) > this.#exactMax) this.#sketchThem();
  }

  #sketchThem(): LatencySketch {
    this.#sketch ??= new LatencySketch();
    for (const latencyMs of this.#latenciesMs) this.#sketch.add(latencyMs * 1e6);
    this.#latenciesMs = [];
    return this.#sketch;
  }
}
