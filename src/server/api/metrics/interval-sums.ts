import type { FigureGrain } from '#contracts/metrics/figures.ts';
import type { SeriesFigures } from '#contracts/metrics/series.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum, type SavedSum } from './figure-sum.ts';

/** Sums as plain data: the whole, and each interval that has rows. */
export interface SavedIntervals {
  readonly total: SavedSum;
  readonly intervals: readonly (readonly [at: number, sum: SavedSum])[];
}

export interface IntervalFrame {
  readonly of: FigureGrain;
  readonly window: Required<TimeWindow>;
  readonly buckets: number;
  /** Latencies that each sum keeps one by one before it sketches them; all unless given. */
  readonly exactMax?: number;
}

/** Rows summed up in equal intervals of time, and as a whole. */
export class IntervalSums {
  readonly #frame: IntervalFrame;
  readonly #step: bigint;
  readonly #total: FigureSum;
  /** Only of intervals that have rows: most values are rare. */
  readonly #sums: Map<number, FigureSum>;

  constructor(frame: IntervalFrame, saved: SavedIntervals | null = null) {
    const { window, buckets, exactMax = Infinity } = frame;
    this.#frame = frame;
    this.#step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets) || 1n;
    this.#total =
      saved === null ? new FigureSum(exactMax) : FigureSum.restore(saved.total, exactMax);
    this.#sums = new Map(
      (saved?.intervals ?? []).map(([at, sum]) => [at, FigureSum.restore(sum, exactMax)]),
    );
  }

  /** Rows in all intervals. */
  get count(): number {
    return this.#total.count;
  }

  /** In which interval a row is. */
  placeOf({ startTimeUnixNano }: FigureRow): number {
    const { buckets, window } = this.#frame;
    return Math.min(buckets - 1, Number((startTimeUnixNano - window.startUnixNano) / this.#step));
  }

  add(row: FigureRow): void {
    this.#total.add(row);
    this.#sumAt(this.placeOf(row)).add(row);
  }

  /** Adds what was summed up over the same intervals. */
  merge(other: IntervalSums): void {
    this.#total.merge(other.#total);
    for (const [at, sum] of other.#sums) this.#sumAt(at).merge(sum);
  }

  /** Every interval, oldest first. */
  intervals(): SeriesFigures[] {
    const { buckets, window } = this.#frame;
    return Array.from({ length: buckets }, (_, at) =>
      this.#figures(
        this.#sums.get(at) ?? new FigureSum(),
        window.startUnixNano + this.#step * BigInt(at),
      ),
    );
  }

  /** All of them as one. */
  whole(): SeriesFigures {
    return this.#figures(this.#total, this.#frame.window.startUnixNano);
  }

  save(): SavedIntervals {
    return {
      total: this.#total.save(),
      intervals: [...this.#sums].map(([at, sum]) => [at, sum.save()] as const),
    };
  }

  #sumAt(at: number): FigureSum {
    const known = this.#sums.get(at);
    if (known !== undefined) return known;
    const sum = new FigureSum(this.#frame.exactMax);
    this.#sums.set(at, sum);
    return sum;
  }

  #figures(sum: FigureSum, start: bigint): SeriesFigures {
    const [p50, p95, p99] = sum.quantiles([0.5, 0.95, 0.99]);
    const [firstP50, firstP95] = sum.firstTokenQuantiles([0.5, 0.95]);
    const isTraces = this.#frame.of === 'traces';
    return {
      start_time: isoFromUnixNano(start),
      spans: sum.spans,
      traces: isTraces ? sum.count : null,
      errors: sum.errors,
      failed_traces: isTraces ? sum.failed : null,
      latency_p50_ms: p50,
      latency_p95_ms: p95,
      latency_p99_ms: p99,
      time_to_first_token_p50_ms: firstP50,
      time_to_first_token_p95_ms: firstP95,
      token_count_prompt: sum.prompt,
      token_count_completion: sum.completion,
      cost_usd: sum.costUsd,
    };
  }
}
