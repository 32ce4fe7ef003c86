import type { Static } from 'typebox';
import {
  type FigureGrain,
  type Grouping,
  type GroupsReply,
  GROUP_VARIANTS_MAX,
  type FigureCoverage,
  type Group,
} from '#contracts/metrics/figures.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { errorPattern } from '#core/figures/error-pattern.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { EXACT_MAX, SLOW_ROWS_IN_PAGE, countQuery, VALUES_MAX, type Tally } from './count-steps.ts';
import { scanFigures, type FigureRow } from './figure-source.ts';
import { areSlow, valuesOfRows, type ValueSource } from './row-values.ts';
import { FIGURE_SCAN, SLOW_SCAN } from './scan-newest.ts';
import { FigureSum, type SavedSum } from './figure-sum.ts';

interface GroupsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly by: Grouping;
  /** The attribute to group by, if it is one. */
  readonly attributeKey: string | null;
}

const GROUPS_MAX = 200;

/** The newest matching rows by what they share. */
export const readGroups: Query<GroupsParams, Static<typeof GroupsReply>> = {
  name: 'metrics.groups',
  run: async (context, { project, of, filters, chart, by, attributeKey }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const tally = new GroupTally(context, { projectId: found.id, of, by, attributeKey });
    const limits = areSlow({ of, by }) ? SLOW_SCAN : FIGURE_SCAN;
    return tally.body(
      await scanFigures(context, found.id, { of, window, filters }, limits, (rows) =>
        tally.add(rows),
      ),
    );
  },
};

/** All of them. */
export const countGroups = countQuery<GroupsParams, SavedGroups, Static<typeof GroupsReply>>(
  'metrics.count_groups',
  async (context, { project, of, filters, chart, by, attributeKey }, saved) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const tally = new GroupTally(
      context,
      { projectId: found.id, of, by, attributeKey, exactMax: EXACT_MAX },
      saved,
    );
    const pages = areSlow({ of, by }) ? { pageMax: SLOW_ROWS_IN_PAGE } : {};
    return { projectId: found.id, scope: { of, window, filters }, tally, ...pages };
  },
);

/** The original messages behind one error pattern, with their counts. */
type Variants = Map<string, number>;
type SavedGroups = readonly (readonly [
  value: string | null,
  sum: SavedSum,
  variants: readonly (readonly [string, number])[],
])[];

interface Summed {
  readonly sum: FigureSum;
  readonly variants: Variants;
}

interface GroupFrame extends ValueSource {
  readonly exactMax?: number;
}

interface GroupsBody {
  readonly data: { readonly groups: Group[]; readonly coverage: FigureCoverage };
}

/**
 * Rows summed up by what they share. A trace counts in each group of its spans' models or errors.
 * Errors share the pattern of their messages.
 */
class GroupTally implements Tally<SavedGroups, GroupsBody> {
  readonly #context: ReadContext;
  readonly #frame: GroupFrame;
  readonly #groups: Map<string | null, Summed>;

  constructor(context: ReadContext, frame: GroupFrame, saved: SavedGroups | null = null) {
    this.#context = context;
    this.#frame = frame;
    this.#groups = new Map(
      (saved ?? []).map(([value, sum, variants]) => [
        value,
        { sum: FigureSum.restore(sum, frame.exactMax ?? Infinity), variants: new Map(variants) },
      ]),
    );
  }

  async add(rows: readonly FigureRow[]): Promise<void> {
    const valuesOf = await valuesOfRows(this.#context, this.#frame, rows);
    for (const row of rows) {
      const values = valuesOf(row);
      if (values.length === 0) this.#groupOf(null)?.sum.add(row);
      else if (this.#frame.by === 'error') this.#addErrors(row, values);
      else for (const value of values) this.#groupOf(value)?.sum.add(row);
    }
  }

  body(coverage: FigureCoverage): GroupsBody {
    const groups = [...this.#groups]
      .toSorted(
        ([a, { sum: x }], [b, { sum: y }]) => y.count - x.count || ((a ?? '') < (b ?? '') ? -1 : 1),
      )
      .slice(0, GROUPS_MAX)
      .map(([value, group]) => groupReply(value, group));
    const complete = coverage.complete && this.#groups.size < VALUES_MAX;
    return { data: { groups, coverage: { ...coverage, complete } } };
  }

  save(): SavedGroups {
    return [...this.#groups].map(
      ([value, { sum, variants }]) => [value, sum.save(), [...variants]] as const,
    );
  }

  /** Once in a group, however many of its messages a row has. */
  #addErrors(row: FigureRow, messages: readonly string[]): void {
    const patterns = new Set<string>();
    for (const message of messages) {
      const pattern = errorPattern(message);
      const group = this.#groupOf(pattern);
      if (group === undefined) continue;
      if (!patterns.has(pattern)) group.sum.add(row);
      patterns.add(pattern);
      countVariant(group.variants, message);
    }
  }

  /** None for a value that is one too many: the newest are kept apart. */
  #groupOf(value: string | null): Summed | undefined {
    const known = this.#groups.get(value);
    if (known !== undefined || this.#groups.size >= VALUES_MAX) return known;
    const group = { sum: new FigureSum(this.#frame.exactMax), variants: new Map() };
    this.#groups.set(value, group);
    return group;
  }
}

/** Of more than can be named the newest are named: rows come newest first. */
function countVariant(variants: Variants, message: string): void {
  const count = variants.get(message);
  if (count !== undefined || variants.size < GROUP_VARIANTS_MAX)
    variants.set(message, (count ?? 0) + 1);
}

function groupReply(value: string | null, { sum, variants }: Summed): Group {
  const [p50, p99] = sum.quantiles([0.5, 0.99]);
  return {
    value,
    count: sum.count,
    errors: sum.failed,
    latency_p50_ms: p50,
    latency_p99_ms: p99,
    token_count_total: sum.prompt + sum.completion,
    cost_usd: sum.costUsd,
    variants: [...variants]
      .map(([text, count]) => ({ value: text, count }))
      .toSorted((a, b) => b.count - a.count),
  };
}
