import type { Static } from 'typebox';
import type { FigureCoverage, FigureGrain } from '#contracts/metrics/figures.ts';
import type { SeriesBucketItem, SeriesReply } from '#contracts/metrics/series.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { Query } from '#server/threads/query.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { countQuery, EXACT_MAX, type Tally } from './count-steps.ts';
import { isUnfiltered, scanFigures, type FigureRow } from './figure-source.ts';
import { FIGURE_SCAN } from './scan-newest.ts';
import { IntervalSums, type IntervalFrame, type SavedIntervals } from './interval-sums.ts';

const FROM_ROLLUPS: FigureCoverage = {
  source: 'rollups',
  scanned: 0,
  complete: true,
  since: null,
  progress: null,
};

export interface SeriesParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly buckets: number;
}

/**
 * Figures in equal intervals: from roll-ups while only time narrows them, else from the newest rows
 * that match.
 */
export const readSeries: Query<SeriesParams, Static<typeof SeriesReply>> = {
  name: 'metrics.series',
  run: async (context, { project, of, filters, chart, buckets }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    if (!isUnfiltered(filters)) {
      const tally = new SeriesTally({ of, window, buckets });
      const coverage = await scanFigures(
        context,
        found.id,
        { of, window, filters },
        FIGURE_SCAN,
        (rows) => tally.add(rows),
      );
      return tally.body(coverage);
    }
    const end_time = isoFromUnixNano(window.endUnixNano);
    const [series, failed, [total]] = await Promise.all([
      context.figures.series(found.id, window, buckets),
      context.figures.failedTraces(found.id, window, buckets),
      context.figures.series(found.id, window, 1),
    ]);
    const data = series.map((bucket, index) => bucketReply(bucket, failed[index] ?? 0));
    const whole = failed.reduce((sum, count) => sum + count, 0);
    return {
      data,
      totals: total === undefined ? null : bucketReply(total, whole),
      coverage: FROM_ROLLUPS,
      end_time,
    };
  },
};

/** The same of all that match a filter. */
export const countSeries = countQuery<SeriesParams, SavedSeries, Static<typeof SeriesReply>>(
  'metrics.count_series',
  async (context, { project, of, filters, chart, buckets }, saved) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    return {
      projectId: found.id,
      scope: { of, window, filters },
      tally: new SeriesTally({ of, window, buckets, exactMax: EXACT_MAX }, saved),
    };
  },
);

function bucketReply(bucket: SeriesBucket, failedTraces: number): SeriesBucketItem {
  const models = Object.entries(bucket.tokensByModel);
  const sum = (pick: (model: SeriesBucket['tokensByModel'][string]) => number): number =>
    models.reduce((total, [, model]) => total + pick(model), 0);
  return {
    start_time: isoFromUnixNano(bucket.startUnixNano),
    spans: bucket.spans,
    traces: bucket.traces,
    errors: bucket.errors,
    failed_traces: failedTraces,
    latency_p50_ms: bucket.latencyP50Ms,
    latency_p95_ms: bucket.latencyP95Ms,
    latency_p99_ms: bucket.latencyP99Ms,
    time_to_first_token_p50_ms: bucket.firstTokenP50Ms,
    time_to_first_token_p95_ms: bucket.firstTokenP95Ms,
    token_count_prompt: sum(({ prompt }) => prompt),
    token_count_completion: sum(({ completion }) => completion),
    cost_usd: sum(({ costUsd }) => costUsd),
    models: Object.fromEntries(
      models.map(([name, { prompt, completion, costUsd }]) => [
        name,
        { token_count_prompt: prompt, token_count_completion: completion, cost_usd: costUsd },
      ]),
    ),
  };
}

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
      const {
        prompt: token_count_prompt,
        completion: token_count_completion,
        costUsd: cost_usd,
      } = row;
      addModel(this.#models[this.#sums.placeOf(row)], row.model, {
        token_count_prompt,
        token_count_completion,
        cost_usd,
      });
    }
  }

  body(coverage: FigureCoverage): Static<typeof SeriesReply> {
    const intervals = this.#sums.intervals();
    return {
      data: intervals.map((figures, at) => ({
        ...figures,
        models: Object.fromEntries(this.#models[at] ?? []),
      })),
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
function wholeOf(
  intervals: readonly ReadonlyMap<string, ModelSum>[],
): ReadonlyMap<string, ModelSum> {
  const whole = new Map<string, ModelSum>();
  for (const interval of intervals) for (const [name, sum] of interval) addModel(whole, name, sum);
  return whole;
}

function addModel(models: Map<string, ModelSum> | undefined, name: string, more: ModelSum): void {
  const sum = models?.get(name) ?? {
    token_count_prompt: 0,
    token_count_completion: 0,
    cost_usd: 0,
  };
  sum.token_count_prompt += more.token_count_prompt;
  sum.token_count_completion += more.token_count_completion;
  sum.cost_usd += more.cost_usd;
  models?.set(name, sum);
}
