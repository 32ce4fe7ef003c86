import type { FigureRow } from './figure-source.ts';

/** Sums over rows that were scanned, and the exact quantiles of their latencies. */
export class FigureSum {
  count = 0;
  failed = 0;
  spans = 0;
  errors = 0;
  prompt = 0;
  completion = 0;
  costUsd = 0;
  readonly #latenciesMs: number[] = [];

  add(row: FigureRow): void {
    this.count += 1;
    if (row.errors > 0) this.failed += 1;
    this.spans += row.spans;
    this.errors += row.errors;
    this.prompt += row.prompt;
    this.completion += row.completion;
    this.costUsd += row.costUsd;
    this.#latenciesMs.push(row.latencyMs);
  }

  /** The q-quantiles in milliseconds (q between 0 and 1), null each when nothing was added. */
  quantiles<const Q extends readonly number[]>(qs: Q): { [Index in keyof Q]: number | null } {
    const sorted = Float64Array.from(this.#latenciesMs).toSorted();
    // as: a map over a tuple has the tuple's length.
    return qs.map((q) => sorted[Math.floor(q * (sorted.length - 1))] ?? null) as { [Index in keyof Q]: number | null };
  }
}
