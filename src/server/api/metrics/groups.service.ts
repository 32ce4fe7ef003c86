import type { Static } from 'typebox';
import type { FigureGrain, Grouping, GroupsReply } from '#contracts/metrics/figures.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query } from '#server/threads/query.ts';
import { EXACT_MAX, SLOW_ROWS_IN_PAGE, countQuery } from './count-steps.ts';
import { scanFigures } from './figure-source.ts';
import { GroupTally, type SavedGroups } from './group-tally.ts';
import { areSlow } from './row-values.ts';
import { FIGURE_SCAN, SLOW_SCAN } from './scan-newest.ts';

interface GroupsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly by: Grouping;
  /** The attribute to group by, if it is one. */
  readonly attributeKey: string | null;
}

/** The newest matching rows by what they share. */
export const readGroups: Query<GroupsParams, Static<typeof GroupsReply>> = {
  name: 'metrics.groups',
  run: async (context, { project, of, filters, chart, by, attributeKey }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const tally = new GroupTally(context, { projectId: found.id, of, by, attributeKey });
    const limits = areSlow({ of, by }) ? SLOW_SCAN : FIGURE_SCAN;
    return tally.body(await scanFigures(context, found.id, { of, window, filters }, limits, (rows) => tally.add(rows)));
  },
};

/** All of them. */
export const countGroups = countQuery<GroupsParams, SavedGroups, Static<typeof GroupsReply>>(
  'metrics.count_groups',
  async (context, { project, of, filters, chart, by, attributeKey }, saved) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const tally = new GroupTally(context, { projectId: found.id, of, by, attributeKey, exactMax: EXACT_MAX }, saved);
    const pages = areSlow({ of, by }) ? { pageMax: SLOW_ROWS_IN_PAGE } : {};
    return { projectId: found.id, scope: { of, window, filters }, tally, ...pages };
  },
);
