import type { Static } from 'typebox';
import type { FigureGrain } from '#contracts/metrics/figures.ts';
import type { FacetsReply } from '#contracts/metrics/series.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { SLOW_ROWS_IN_PAGE, countQuery } from './count-steps.ts';
import {
  FacetTally,
  isAllKnown,
  type FacetFrame,
  type Known,
  type SavedFacets,
} from './facet-tally.ts';
import { isUnfiltered, scanFigures, type FigureRow, type FigureScope } from './figure-source.ts';
import { spentAfter } from './scan-newest.ts';

/**
 * How far the first look goes, some 50 ms: over so many of the newest that match, within a time.
 */
const SCAN = { rowsMax: 5_000, millisMax: 150 };
const ANNOTATED_ROWS_MAX = 2_000;
/** Models of traces are those of their calls, which are read. */
const MODEL_TRACES_MAX = 300;
const MODEL_MILLIS_MAX = 150;
/** Attributes must be unpacked. */
const ATTRIBUTE_ROWS_MAX = 500;

interface FacetsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly window: TimeWindow;
  readonly attributeKeys: readonly string[];
  readonly search: string;
}

interface FacetsFrame {
  readonly projectId: number;
  readonly scope: FigureScope;
  readonly frame: FacetFrame;
}

/**
 * How matching spans or traces are distributed over values: all where only time filters them and an
 * index tells, else the newest.
 */
export const readFacets: Query<FacetsParams, Static<typeof FacetsReply>> = {
  name: 'metrics.facets',
  run: async (context, params) => {
    const { projectId, scope, frame } = await facetsFrame(context, params);
    const known = await knownOf(context, projectId, scope);
    const tally = new FacetTally(context, frame, known);
    const all = {
      source: 'scan',
      scanned: 0,
      complete: true,
      since: null,
      progress: null,
    } as const;
    if (isAllKnown(known) && frame.attributeKeys.length === 0) return tally.body(all);
    const newest: FigureRow[] = [];
    const limits = isAllKnown(known) ? { ...SCAN, rowsMax: ATTRIBUTE_ROWS_MAX } : SCAN;
    const coverage = await scanFigures(context, projectId, scope, limits, (rows) => {
      tally.addFields(rows);
      newest.push(...rows);
    });
    if (scope.of === 'traces') await addModels(tally, newest.slice(0, MODEL_TRACES_MAX));
    await tally.addAnnotations(newest.slice(0, ANNOTATED_ROWS_MAX));
    await tally.addAttributes(newest.slice(0, ATTRIBUTE_ROWS_MAX));
    return tally.body(coverage);
  },
};

/** The same of all that match. */
export const countFacets = countQuery<FacetsParams, SavedFacets, Static<typeof FacetsReply>>(
  'metrics.count_facets',
  async (context, params, saved) => {
    const { projectId, scope, frame } = await facetsFrame(context, params);
    const known = saved?.known ?? whatIsWhole(await knownOf(context, projectId, scope));
    const isAll = isAllKnown(known) && frame.attributeKeys.length === 0;
    const isSlow = scope.of === 'traces' || frame.attributeKeys.length > 0;
    const pages = isSlow ? { pageMax: SLOW_ROWS_IN_PAGE } : {};
    return {
      projectId,
      scope: isAll ? null : scope,
      tally: new FacetTally(context, frame, known, saved),
      ...pages,
    };
  },
);

async function facetsFrame(
  context: ReadContext,
  { project, of, filters, window, attributeKeys, search }: FacetsParams,
): Promise<FacetsFrame> {
  const { id: projectId } = await findProject(context.projects, project);
  return {
    projectId,
    scope: { of, window, filters },
    frame: { projectId, of, attributeKeys, search },
  };
}

/** None when there is a filter besides time. */
async function knownOf(
  { figures, annotations, budget }: ReadContext,
  projectId: number,
  { of, window, filters }: FigureScope,
): Promise<Known> {
  if (!isUnfiltered(filters)) return { fields: {}, annotations: null };
  const fields = await figures.valueCounts(projectId, of, window, budget);
  return {
    fields,
    annotations: await annotations.labelCounts(
      projectId,
      of === 'spans' ? 'span' : 'trace',
      window,
    ),
  };
}

/** Without the index's counts of the newest rows. */
function whatIsWhole({ fields, annotations }: Known): Known {
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, field]) => field.isWhole)),
    annotations,
  };
}

async function addModels(tally: FacetTally, rows: readonly FigureRow[]): Promise<void> {
  const isSpent = spentAfter(MODEL_MILLIS_MAX);
  const AT_ONCE = 100;
  for (let from = 0; from < rows.length && (from === 0 || !isSpent()); from += AT_ONCE)
    await tally.addModels(rows.slice(from, from + AT_ONCE));
}
