import type { Static } from 'typebox';
import type { FigureGrain, Grouping, FigureCoverage } from '#contracts/metrics/figures.ts';
import type { SeriesBreakdownReply } from '#contracts/metrics/series.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { SLOW_ROWS_IN_PAGE, countQuery, VALUES_MAX, type Tally } from './count-steps.ts';
import { isUnfiltered, scanFigures, type FigureScope, type FigureRow } from './figure-source.ts';
import { areSlow, hasManyValues, valuesOfRows, type ValueSource } from './row-values.ts';
import { FIGURE_SCAN, SLOW_SCAN } from './scan-newest.ts';
import { IntervalSums, type IntervalFrame, type SavedIntervals } from './interval-sums.ts';

/**
 * A count's state between steps: some 50 series, each with few latencies of its own before they are
 * sketched.
 */
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
    const tally = new BreakdownTally(
      context,
      frame,
      beginWith(await topValues(context, frame, scope)),
    );
    const limits = areSlow(frame) ? SLOW_SCAN : FIGURE_SCAN;
    return tally.body(
      await scanFigures(context, frame.projectId, scope, limits, (rows) => tally.add(rows)),
    );
  },
};

/** The same over all of them. */
export const countBreakdown = countQuery<
  BreakdownParams,
  SavedBreakdown,
  Static<typeof SeriesBreakdownReply>
>('metrics.count_breakdown', async (context, params, saved) => {
  const { frame, scope } = await breakdownOf(context, params, CARRIED);
  const from = saved ?? beginWith(await topValues(context, frame, scope));
  return {
    projectId: frame.projectId,
    scope,
    tally: new BreakdownTally(context, frame, from),
    ...(areSlow(frame) ? { pageMax: SLOW_ROWS_IN_PAGE } : {}),
  };
});

async function breakdownOf(
  context: ReadContext,
  { project, of, filters, chart, buckets, by, attributeKey, valuesMax }: BreakdownParams,
  limits: Pick<BreakdownFrame, 'keptMax' | 'exactMax'>,
): Promise<{ readonly frame: BreakdownFrame; readonly scope: FigureScope }> {
  const { id: projectId } = await findProject(context.projects, project);
  const window = await resolvedWindow(context.projects, projectId, chart);
  return {
    frame: { projectId, of, by, attributeKey, window, buckets, valuesMax, ...limits },
    scope: { of, window, filters },
  };
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

/** The most frequent values of everything, where that is known before the count. */
interface TopValues {
  readonly values: readonly string[];
  /** Different values in all. */
  readonly count: number;
  /** Whether all of them were compared. */
  readonly complete: boolean;
}

interface BreakdownFrame extends ValueSource, IntervalFrame {
  /** Values that get a series of their own. */
  readonly valuesMax: number;
  /** Values whose series are kept while it is not known yet which of them are the most frequent. */
  readonly keptMax: number;
}

export interface SavedBreakdown {
  readonly top: TopValues | null;
  readonly counts: readonly (readonly [value: string, count: number])[];
  readonly kept: readonly (readonly [value: string, sums: SavedIntervals])[];
  readonly rest: SavedIntervals | null;
}

type Body = Static<typeof SeriesBreakdownReply>;

/**
 * Rows summed up in equal intervals of time, for each of the most frequent values in the same pass:
 * so all series cover the same time.
 */
export class BreakdownTally implements Tally<SavedBreakdown, Body> {
  readonly #context: ReadContext;
  readonly #frame: BreakdownFrame;
  readonly #top: TopValues | null;
  /** Rows by value; stays empty where the most frequent values are known. */
  readonly #counts: Map<string, number>;
  readonly #kept: Map<string, IntervalSums>;
  /** Rows without any of the values that are kept. */
  readonly #rest: IntervalSums;

  constructor(
    context: ReadContext,
    frame: BreakdownFrame,
    { top, counts, kept, rest }: SavedBreakdown,
  ) {
    this.#context = context;
    this.#frame = frame;
    this.#top = top;
    this.#counts = new Map(counts);
    this.#kept = new Map(kept.map(([value, sums]) => [value, new IntervalSums(frame, sums)]));
    for (const value of top?.values ?? [])
      if (!this.#kept.has(value)) this.#kept.set(value, new IntervalSums(frame));
    this.#rest = new IntervalSums(frame, rest);
  }

  async add(rows: readonly FigureRow[]): Promise<void> {
    const read = await valuesOfRows(this.#context, this.#frame, rows);
    const valuesOf = (row: FigureRow): readonly string[] =>
      read(row).filter((value) => value !== '');
    if (this.#top === null) this.#keepMore(this.#newValues(rows.flatMap(valuesOf)));
    for (const row of rows) {
      const sums = valuesOf(row).flatMap((value) => this.#kept.get(value) ?? []);
      for (const one of sums.length === 0 ? [this.#rest] : sums) one.add(row);
    }
  }

  body(coverage: FigureCoverage): Body {
    const { window, valuesMax } = this.#frame;
    const ranked = [...this.#kept]
      .filter(([, { count }]) => count > 0)
      .toSorted(([a, x], [b, y]) => rank([a, x.count], [b, y.count]));
    const figures = (sums: IntervalSums) => ({
      data: sums.intervals(),
      totals: coverage.complete ? sums.whole() : null,
    });
    return {
      data: {
        parts: ranked
          .slice(0, valuesMax)
          .map(([value, sums]) => ({ value, count: sums.count, ...figures(sums) })),
        others: hasManyValues(this.#frame)
          ? null
          : figures(this.#without(ranked.slice(valuesMax).map(([, sums]) => sums))),
        value_count: this.#top?.count ?? this.#counts.size,
        values_complete:
          this.#top?.complete ?? (coverage.complete && this.#counts.size < VALUES_MAX),
        coverage,
        start_time: isoFromUnixNano(window.startUnixNano),
        end_time: isoFromUnixNano(window.endUnixNano),
      },
    };
  }

  save(): SavedBreakdown {
    return {
      top: this.#top,
      counts: [...this.#counts],
      kept: [...this.#kept].map(([value, sums]) => [value, sums.save()] as const),
      rest: this.#rest.save(),
    };
  }

  /**
   * A value that is rare among the newest may be frequent overall, after its rows were merged into
   * the rest: then they are counted again.
   */
  again(): SavedBreakdown | null {
    if (this.#top !== null) return null;
    const values = [...this.#counts]
      .toSorted(rank)
      .slice(0, this.#frame.valuesMax)
      .map(([value]) => value);
    if (values.every((value) => this.#kept.has(value))) return null;
    return beginWith({
      values,
      count: this.#counts.size,
      complete: this.#counts.size < VALUES_MAX,
    });
  }

  /** Counts values; those among them that are new, most frequent first. */
  #newValues(values: readonly string[]): readonly string[] {
    const fresh = new Set<string>();
    for (const value of values) {
      const count = this.#counts.get(value);
      if (count === undefined && this.#counts.size >= VALUES_MAX) continue;
      if (count === undefined) fresh.add(value);
      this.#counts.set(value, (count ?? 0) + 1);
    }
    const countOf = (value: string): number => this.#counts.get(value) ?? 0;
    return [...fresh].toSorted((a, b) => rank([a, countOf(a)], [b, countOf(b)]));
  }

  /** Only from its very first row on: a series that begins later would miss some. */
  #keepMore(values: readonly string[]): void {
    for (const value of values.slice(0, Math.max(0, this.#frame.keptMax - this.#kept.size)))
      this.#kept.set(value, new IntervalSums(this.#frame));
  }

  /** The rest, and with it what is kept but not shown. */
  #without(hidden: readonly IntervalSums[]): IntervalSums {
    if (hidden.length === 0) return this.#rest;
    const others = new IntervalSums(this.#frame, this.#rest.save());
    for (const sums of hidden) others.merge(sums);
    return others;
  }
}

/** The beginning of a count, with the most frequent values where they are known. */
export function beginWith(top: TopValues | null): SavedBreakdown {
  return { top, counts: [], kept: [], rest: null };
}

/** Most frequent first, ties by value. */
function rank(
  [a, countA]: readonly [string, number],
  [b, countB]: readonly [string, number],
): number {
  return countB - countA || (a < b ? -1 : 1);
}
