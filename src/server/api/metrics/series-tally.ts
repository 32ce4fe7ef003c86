import type { Static } from 'typebox';
import type { FigureCoverage } from '#contracts/metrics/figures.ts';
import type { SeriesReply } from '#contracts/metrics/series.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { IntervalSums, type IntervalFrame, type SavedIntervals } from './interval-sums.ts';

interface ModelSum {
  token_count_prompt: number;
  token_count_completion: number;
  cost_usd: number;
}

/** The sums, and the models of each interval. */
export interface SavedSeries {
  readonly sums: SavedIntervals;
  readonly models: readonly (readonly (readonly [name: string, sum: ModelSum])[])[];
}

/** Rows summed up in equal intervals of time, each with its models. */
export class SeriesTally implements Tally<SavedSeries, Static<typeof SeriesReply>> {
  readonly #frame: IntervalFrame;
  readonly #sums: IntervalSums;
  readonly #models: readonly Map<string, ModelSum>[];

  constructor(frame: IntervalFrame, saved: SavedSeries | null = null) {
    this.#frame = frame;
    this.#sums = new IntervalSums(frame, saved?.sums);
    this.#models = Array.from({ length: frame.buckets }, (_, at) => new Map(saved?.models[at]));
  }

  add(rows: readonly FigureRow[]): void {
    for (const row of rows) {
      this.#sums.add(row);
      if (row.model === null || row.prompt + row.completion + row.costUsd === 0) continue;
      const { prompt: token_count_prompt, completion: token_count_completion, costUsd: cost_usd } = row;
      addModel(this.#models[this.#sums.placeOf(row)], row.model, { token_count_prompt, token_count_completion, cost_usd });
    }
  }

  body(coverage: FigureCoverage): Static<typeof SeriesReply> {
    const intervals = this.#sums.intervals();
    return {
      data: intervals.map((figures, at) => ({ ...figures, models: Object.fromEntries(this.#models[at] ?? []) })),
      totals: { ...this.#sums.whole(), models: Object.fromEntries(wholeOf(this.#models)) },
      coverage,
      end_time: isoFromUnixNano(this.#frame.window.endUnixNano),
    };
  }

  save(): SavedSeries {
    return { sums: this.#sums.save(), models: this.#models.map((models) => [...models]) };
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
