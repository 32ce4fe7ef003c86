import type { Static } from 'typebox';
import type { FigureCoverage, FigureGrain } from '#contracts/figures.ts';
import type { SeriesBucketItem, SeriesReply } from '#contracts/series.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import { isoFromUnixNano } from '#contracts/time.ts';
import type { SeriesBucket, TimeWindow } from '#core/ports/span-store.ts';
import { resolvedWindow } from '../kit/chart-window.ts';
import type { ChartWindow } from '../kit/chart-window.ts';
import { findProject } from '../kit/find-project.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { isUnfiltered, scanFigures } from './figure-source.ts';
import type { FigureScope } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import { FIGURE_SCAN, THOROUGH_SCAN } from './scan-newest.ts';
import type { ScanLimits } from './scan-newest.ts';

const FROM_ROLLUPS: FigureCoverage = { source: 'rollups', scanned: 0, complete: true, since: null };

/** Figures in equal intervals: from roll-ups while only time narrows them, else from the newest rows that match. */
export const readSeries: Query<
  {
    readonly project: string;
    readonly of: FigureGrain;
    readonly filters: SpanFilterParams;
    readonly chart: ChartWindow;
    readonly buckets: number;
    readonly thorough: boolean;
  },
  Static<typeof SeriesReply>
> = {
  name: 'metrics.series',
  run: async (context, { project, of, filters, chart, buckets, thorough }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const end_time = isoFromUnixNano(window.endUnixNano);
    if (!isUnfiltered(filters)) {
      const limits = thorough ? THOROUGH_SCAN : FIGURE_SCAN;
      return { ...(await scannedSeries(context, found.id, { of, filters, window }, buckets, limits)), end_time };
    }
    const [series, failed, [total]] = await Promise.all([
      context.projects.series(found.id, window, buckets),
      context.projects.failedTraces(found.id, window, buckets),
      context.projects.series(found.id, window, 1),
    ]);
    const data = series.map((bucket, index) => bucketReply(bucket, failed[index] ?? 0));
    const whole = failed.reduce((sum, count) => sum + count, 0);
    return { data, totals: total === undefined ? null : bucketReply(total, whole), coverage: FROM_ROLLUPS, end_time };
  },
};

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

async function scannedSeries(
  context: ReadContext,
  projectId: number,
  { of, filters, window }: FigureScope & { readonly window: Required<TimeWindow> },
  buckets: number,
  limits: ScanLimits,
): Promise<Omit<Static<typeof SeriesReply>, 'end_time'>> {
  const total = new FigureSum();
  const sums = Array.from({ length: buckets }, () => new FigureSum());
  const models = Array.from({ length: buckets }, () => new Map<string, ModelSum>());
  const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets) || 1n;
  const coverage = await scanFigures(context, projectId, { of, window, filters }, limits, (rows) => {
    for (const row of rows) {
      const at = Math.min(buckets - 1, Number((row.startTimeUnixNano - window.startUnixNano) / step));
      total.add(row);
      sums[at]?.add(row);
      if (row.model === null || row.prompt + row.completion + row.costUsd === 0) continue;
      const byModel = models[at];
      const sum = byModel?.get(row.model) ?? { token_count_prompt: 0, token_count_completion: 0, cost_usd: 0 };
      sum.token_count_prompt += row.prompt;
      sum.token_count_completion += row.completion;
      sum.cost_usd += row.costUsd;
      byModel?.set(row.model, sum);
    }
  });
  const reply = (sum: FigureSum, start: bigint, byModel: ReadonlyMap<string, ModelSum>): SeriesBucketItem => {
    const [p50, p95, p99] = sum.quantiles([0.5, 0.95, 0.99]);
    return {
      start_time: isoFromUnixNano(start),
      spans: sum.spans,
      traces: of === 'traces' ? sum.count : null,
      errors: sum.errors,
      failed_traces: of === 'traces' ? sum.failed : null,
      latency_p50_ms: p50,
      latency_p95_ms: p95,
      latency_p99_ms: p99,
      token_count_prompt: sum.prompt,
      token_count_completion: sum.completion,
      cost_usd: sum.costUsd,
      models: Object.fromEntries(byModel),
    };
  };
  return {
    data: sums.map((sum, index) => reply(sum, window.startUnixNano + step * BigInt(index), models[index] ?? new Map())),
    totals: reply(total, window.startUnixNano, new Map()),
    coverage,
  };
}

interface ModelSum {
  token_count_prompt: number;
  token_count_completion: number;
  cost_usd: number;
}
