import type { Static } from 'typebox';
import type { FigureGrain, Grouping } from '#contracts/metrics/figures.ts';
import type { SeriesBreakdownReply } from '#contracts/metrics/series.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { BreakdownTally, beginWith, type BreakdownFrame, type SavedBreakdown, type TopValues } from './breakdown-tally.ts';
import { SLOW_ROWS_IN_PAGE, countQuery } from './count-steps.ts';
import { isUnfiltered, scanFigures, type FigureScope } from './figure-source.ts';
import { areSlow } from './row-values.ts';
import { FIGURE_SCAN, SLOW_SCAN } from './scan-newest.ts';

/** A count's state between steps: some 50 series, each with few latencies of its own before they are sketched. */
const CARRIED = { keptMax: 48, exactMax: 32 };

interface BreakdownParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly buckets: number;
  readonly by: Grouping;
  /** The attribute to break down by, if it is one. */
  readonly attributeKey: string | null;
  readonly valuesMax: number;
}

/** Figures over time of the most frequent values, over the newest rows that match. */
export const readBreakdown: Query<BreakdownParams, Static<typeof SeriesBreakdownReply>> = {
  name: 'metrics.breakdown',
  run: async (context, params) => {
    const { frame, scope } = await breakdownOf(context, params, { keptMax: Infinity });
    const tally = new BreakdownTally(context, frame, beginWith(await topValues(context, frame, scope)));
    const limits = areSlow(frame) ? SLOW_SCAN : FIGURE_SCAN;
    return tally.body(await scanFigures(context, frame.projectId, scope, limits, (rows) => tally.add(rows)));
  },
};

/** The same over all of them. */
export const countBreakdown = countQuery<BreakdownParams, SavedBreakdown, Static<typeof SeriesBreakdownReply>>(
  'metrics.count_breakdown',
  async (context, params, saved) => {
    const { frame, scope } = await breakdownOf(context, params, CARRIED);
    const from = saved ?? beginWith(await topValues(context, frame, scope));
    return {
      projectId: frame.projectId,
      scope,
      tally: new BreakdownTally(context, frame, from),
      ...(areSlow(frame) ? { pageMax: SLOW_ROWS_IN_PAGE } : {}),
    };
  },
);

async function breakdownOf(
  context: ReadContext,
  { project, of, filters, chart, buckets, by, attributeKey, valuesMax }: BreakdownParams,
  limits: Pick<BreakdownFrame, 'keptMax' | 'exactMax'>,
): Promise<{ readonly frame: BreakdownFrame; readonly scope: FigureScope }> {
  const { id: projectId } = await findProject(context.projects, project);
  const window = await resolvedWindow(context.projects, projectId, chart);
  return { frame: { projectId, of, by, attributeKey, window, buckets, valuesMax, ...limits }, scope: { of, window, filters } };
}

/** The most frequent values, where an index tells them of everything that is counted. */
async function topValues(
  { figures, budget }: ReadContext,
  { projectId, of, by, valuesMax }: BreakdownFrame,
  { window, filters }: FigureScope,
): Promise<TopValues | null> {
  if (by === 'attribute' || by === 'error' || !isUnfiltered(filters)) return null;
  const field = (await figures.valueCounts(projectId, of, window, budget))[by];
  if (field === undefined || !field.isWhole) return null;
  const values = field.values.map(({ value }) => value).filter((value) => value !== '');
  return { values: values.slice(0, valuesMax), count: values.length, complete: true };
}
