import type { Distributions } from '#contracts/metrics/distribution.ts';
import type { FigureGrain } from '#contracts/metrics/figures.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { linearHistogram, logHistogram } from '#core/figures/histogram.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { scanFigures, type FigureRow } from './figure-source.ts';
import { FIGURE_SCAN } from './scan-newest.ts';

interface DistributionsAsked {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
}

const BARS = 20;
const SCORE_BARS = 10;
const NAMES_MAX = 8;
/** As many as the store sums up at once. */
const TARGETS_AT_ONCE = 1_000;
/** Costs differ by a millionth of a dollar at least. */
const MICRODOLLAR = 1e-6;

/** How latency, tokens, cost and scores of the newest that match are distributed. */
export const readDistributions: Query<DistributionsAsked, { data: Distributions }> = {
  name: 'metrics.distributions',
  run: async (context, { project, of, filters, chart }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const [latencies, tokens, costs]: [number[], number[], number[]] = [[], [], []];
    const scores = new Map<string, number[]>();
    const coverage = await scanFigures(
      context,
      found.id,
      { of, window, filters },
      FIGURE_SCAN,
      async (rows) => {
        for (const { latencyMs, prompt, completion, costUsd } of rows) {
          latencies.push(latencyMs);
          tokens.push(prompt + completion);
          costs.push(costUsd);
        }
        await addScores(context, of, rows, scores);
      },
    );
    return {
      data: {
        latency_ms: logHistogram(latencies, BARS),
        token_count: logHistogram(tokens, BARS),
        cost_usd: logHistogram(costs, BARS, MICRODOLLAR),
        scores: [...scores]
          .toSorted(([nameA, a], [nameB, b]) => b.length - a.length || (nameA < nameB ? -1 : 1))
          .slice(0, NAMES_MAX)
          .map(([name, values]) => ({ name, histogram: linearHistogram(values, SCORE_BARS) })),
        coverage,
      },
    };
  },
};

async function addScores(
  { annotations }: ReadContext,
  of: FigureGrain,
  rows: readonly FigureRow[],
  scores: Map<string, number[]>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += TARGETS_AT_ONCE) {
    const numbers = rows.slice(from, from + TARGETS_AT_ONCE).map(({ number }) => number);
    for (const summaries of (
      await annotations.annotationSummaries(of === 'spans' ? 'span' : 'trace', numbers)
    ).values())
      for (const { name, score } of summaries) {
        if (score === null) continue;
        const values = scores.get(name) ?? [];
        scores.set(name, values);
        values.push(score);
      }
  }
}
