import type { Static } from 'typebox';
import type { FigureGrain } from '#contracts/figures.ts';
import type { Facet, FacetsReply } from '#contracts/series.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/find-project.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { attributeValues } from './attribute-values.ts';
import { isUnfiltered, scanFigures } from './figure-source.ts';
import type { FigureRow, FigureScope } from './figure-source.ts';
import { valuesOfTraces } from './trace-span-values.ts';

/** Facets are counted over this many of the newest that match: some 50 ms. */
const FACET_SCAN = { rowsMax: 5_000, millisMax: 150 };
const VALUES_MAX = 50;
/** Models of traces are those of their calls, read for the newest traces only; so are attributes, which must be unpacked. */
const MODEL_TRACES_MAX = 300;
const ATTRIBUTE_ROWS_MAX = 500;
/** Fields that shapes and indexes can count. */
const WHOLE = ['status', 'kind', 'name', 'model'] as const;

interface FacetsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly window: TimeWindow;
  readonly attributeKeys: readonly string[];
  /** Only values that hold this text, in any case. */
  readonly search: string;
}

/** How the newest matching spans or traces divide by value. */
export const readFacets: Query<FacetsParams, Static<typeof FacetsReply>> = {
  name: 'metrics.facets',
  run: async (context, { project, of, filters, window, attributeKeys, search }) => {
    const found = await findProject(context.projects, project);
    const counts: Record<Facet, Map<string, number>> = {
      status: new Map(),
      kind: new Map(),
      name: new Map(),
      model: new Map(),
      user: new Map(),
      session: new Map(),
    };
    const newest: FigureRow[] = [];
    const coverage = await scanFigures(context, found.id, { of, window, filters }, FACET_SCAN, (rows) => {
      for (const row of rows) {
        if (newest.length < ATTRIBUTE_ROWS_MAX) newest.push(row);
        bump(counts.status, row.status);
        for (const field of ['kind', 'name', 'model', 'user', 'session'] as const) bump(counts[field], row[field]);
      }
    });
    if (of === 'traces') await countModels(context, found.id, newest.slice(0, MODEL_TRACES_MAX), counts.model);
    const modelsOver = of === 'traces' ? Math.min(newest.length, MODEL_TRACES_MAX) : coverage.scanned;
    const attributes = await attributeValues(context, newest, attributeKeys);
    const folded = search.toLowerCase();
    const top = (values: ReadonlyMap<string, number>) => topOf(values, folded);
    const whole = coverage.complete && of === 'spans' ? counts : await wholeCounts(context, found.id, { of, window, filters });
    const topWhole = (field: (typeof WHOLE)[number]) => top(whole[field] ?? counts[field]);
    return {
      data: {
        status: topWhole('status'),
        kind: topWhole('kind'),
        name: topWhole('name'),
        model: topWhole('model'),
        user: top(counts.user),
        session: top(counts.session),
        attributes: Object.fromEntries([...attributes].map(([key, values]) => [key, top(values)])),
        scanned: coverage.scanned,
        complete: coverage.complete,
        exact: WHOLE.filter((field) => whole[field] !== undefined),
        models_scanned: modelsOver,
        attributes_scanned: attributeKeys.length === 0 ? 0 : newest.length,
      },
    };
  },
};

type WholeCounts = Partial<Record<(typeof WHOLE)[number], ReadonlyMap<string, number>>>;

/** What needs no scan, where nothing but time narrows the figures. */
async function wholeCounts(
  { projects, budget }: ReadContext,
  projectId: number,
  { of, window, filters }: FigureScope,
): Promise<WholeCounts> {
  if (!isUnfiltered(filters)) return {};
  const counts = await projects.valueCounts(projectId, of, window, budget);
  return Object.fromEntries(
    Object.entries(counts).map(([field, values]) => [field, new Map(values.map(({ value, count }) => [value, count]))]),
  );
}

async function countModels(
  context: ReadContext,
  projectId: number,
  traces: readonly FigureRow[],
  counts: Map<string, number>,
): Promise<void> {
  for (const models of (await valuesOfTraces(context, projectId, traces, 'model')).values())
    for (const model of models) bump(counts, model);
}

function bump(counts: Map<string, number>, value: string | null): void {
  if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Most frequent first, ties by value. */
function topOf(counts: ReadonlyMap<string, number>, folded: string): { value: string; count: number }[] {
  return [...counts]
    .filter(([value]) => folded === '' || value.toLowerCase().includes(folded))
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, VALUES_MAX);
}
