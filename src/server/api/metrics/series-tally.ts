import type { Static } from 'typebox';
import type { FigureCoverage, FigureGrain } from '#contracts/figures.ts';
import type { SeriesBucketItem, SeriesReply } from '#contracts/series.ts';
import { isoFromUnixNano } from '#contracts/time.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import type { SavedSum } from './figure-sum.ts';

interface ModelSum {
  token_count_prompt: number;
  token_count_completion: number;
  cost_usd: number;
}
type SavedModels = readonly [name: string, sum: ModelSum][];

/** The whole, and each interval with its models. */
export interface SavedSeries {
  readonly total: SavedSum;
  readonly intervals: readonly (readonly [SavedSum, SavedModels])[];
}

interface SeriesFrame {
  readonly of: FigureGrain;
  readonly window: Required<TimeWindow>;
  readonly buckets: number;
  readonly exactMax?: number;
}

/** Rows summed up in equal intervals of time. */
export class SeriesTally implements Tally<SavedSeries, Static<typeof SeriesReply>> {
  readonly #frame: SeriesFrame;
  readonly #step: bigint;
  readonly #total: FigureSum;
  readonly #sums: readonly FigureSum[];
  readonly #models: readonly Map<string, ModelSum>[];

  constructor(frame: SeriesFrame, saved: SavedSeries | null = null) {
    const { window, buckets, exactMax = Infinity } = frame;
    const sumOf = (from: SavedSum | undefined): FigureSum =>
      from === undefined ? new FigureSum(exactMax) : FigureSum.restore(from, exactMax);
    this.#frame = frame;
    this.#step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets) || 1n;
    this.#total = sumOf(saved?.total);
    this.#sums = Array.from({ length: buckets }, (_, at) => sumOf(saved?.intervals[at]?.[0]));
    this.#models = Array.from({ length: buckets }, (_, at) => new Map(saved?.intervals[at]?.[1]));
  }

  add(rows: readonly FigureRow[]): void {
    for (const row of rows) {
      const at = Math.min(this.#frame.buckets - 1, Number((row.startTimeUnixNano - this.#frame.window.startUnixNano) / this.#step));
      this.#total.add(row);
      this.#sums[at]?.add(row);
      if (row.model === null || row.prompt + row.completion + row.costUsd === 0) continue;
      const { prompt: token_count_prompt, completion: token_count_completion, costUsd: cost_usd } = row;
      addModel(this.#models[at], row.model, { token_count_prompt, token_count_completion, cost_usd });
    }
  }

  body(coverage: FigureCoverage): Static<typeof SeriesReply> {
    const { startUnixNano, endUnixNano } = this.#frame.window;
    return {
      data: this.#sums.map((sum, at) => this.#bucket(sum, startUnixNano + this.#step * BigInt(at), this.#models[at])),
      totals: this.#bucket(this.#total, startUnixNano, wholeOf(this.#models)),
      coverage,
      end_time: isoFromUnixNano(endUnixNano),
    };
  }

  save(): SavedSeries {
    return {
      total: this.#total.save(),
      intervals: this.#sums.map((sum, at) => [sum.save(), [...(this.#models[at] ?? [])]] as const),
    };
  }

  #bucket(sum: FigureSum, start: bigint, models: ReadonlyMap<string, ModelSum> | undefined): SeriesBucketItem {
    const [p50, p95, p99] = sum.quantiles([0.5, 0.95, 0.99]);
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
      token_count_prompt: sum.prompt,
      token_count_completion: sum.completion,
      cost_usd: sum.costUsd,
      models: Object.fromEntries(models ?? []),
    };
  }
}

/** The models of all intervals together. */
function wholeOf(intervals: readonly ReadonlyMap<string, ModelSum>[]): ReadonlyMap<string, ModelSum> {
  const whole = new Map<string, ModelSum>();
  for (const interval of intervals) for (const [name, sum] of interval) addModel(whole, name, sum);
  return whole;
}

function addModel(models: Map<string, ModelSum> | undefined, name: string, more: ModelSum): void {
  const sum = models?.get(name) ?? { token_count_prompt: 0, token_count_completion: 0, cost_usd: 0 };
  sum.token_count_prompt += more.token_count_prompt;
  sum.token_count_completion += more.token_count_completion;
  sum.cost_usd += more.cost_usd;
  models?.set(name, sum);
}
