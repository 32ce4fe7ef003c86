import type { Static } from 'typebox';
import type { FigureGrain, Group, Grouping, GroupsReply } from '#contracts/figures.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import { resolvedWindow } from '../kit/chart-window.ts';
import type { ChartWindow } from '../kit/chart-window.ts';
import { findProject } from '../kit/find-project.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { scanFigures } from './figure-source.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import { FIGURE_SCAN } from './scan-newest.ts';
import { valuesOfTraces } from './trace-span-values.ts';

const GROUPS_MAX = 200;
const NO_VALUES: readonly string[] = [];

interface GroupsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly by: Grouping;
}

/** The newest matching rows by what they share. A trace counts in each group of its spans' models or errors. */
export const readGroups: Query<GroupsParams, Static<typeof GroupsReply>> = {
  name: 'metrics.groups',
  run: async (context, { project, of, filters, chart, by }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const sums = new Map<string | null, FigureSum>();
    const coverage = await scanFigures(context, found.id, { of, window, filters }, FIGURE_SCAN, async (rows) => {
      const valuesOf = await valueReader(context, found.id, of, by, rows);
      for (const row of rows) {
        const values = valuesOf(row);
        for (const value of values.length === 0 ? [null] : values) sumFor(sums, value).add(row);
      }
    });
    const groups = [...sums]
      .toSorted(([a, x], [b, y]) => y.count - x.count || ((a ?? '') < (b ?? '') ? -1 : 1))
      .slice(0, GROUPS_MAX)
      .map(([value, sum]) => groupReply(value, sum));
    return { data: { groups, coverage } };
  },
};

async function valueReader(
  context: ReadContext,
  projectId: number,
  of: FigureGrain,
  by: Grouping,
  rows: readonly FigureRow[],
): Promise<(row: FigureRow) => readonly string[]> {
  if (of === 'traces' && (by === 'model' || by === 'error')) {
    const values = await valuesOfTraces(context, projectId, rows, by);
    return (row) => values.get(row.traceId ?? '') ?? NO_VALUES;
  }
  return (row) => {
    const value = row[by];
    return value === null ? NO_VALUES : [value];
  };
}

function sumFor(sums: Map<string | null, FigureSum>, value: string | null): FigureSum {
  const known = sums.get(value);
  if (known !== undefined) return known;
  const sum = new FigureSum();
  sums.set(value, sum);
  return sum;
}

function groupReply(value: string | null, sum: FigureSum): Group {
  const [p50, p99] = sum.quantiles([0.5, 0.99]);
  return {
    value,
    count: sum.count,
    errors: sum.failed,
    latency_p50_ms: p50,
    latency_p99_ms: p99,
    token_count_total: sum.prompt + sum.completion,
    cost_usd: sum.costUsd,
  };
}
