import type { Static } from 'typebox';
import type { FigureGrain } from '#contracts/figures.ts';
import { COUNTED, FACETS } from '#contracts/series.ts';
import type { Facet, FacetsReply } from '#contracts/series.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import type { TimeWindow, ValueCounts } from '#core/ports/span-store.ts';
import { findProject } from '../kit/find-project.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { countJudgements, topByCount } from './annotation-facets.ts';
import type { JudgementCounts } from './annotation-facets.ts';
import { attributeValues } from './attribute-values.ts';
import { isUnfiltered, scanFigures } from './figure-source.ts';
import type { FigureRow, FigureScope } from './figure-source.ts';
import { spentAfter, THOROUGH_SCAN } from './scan-newest.ts';
import type { ScanLimits } from './scan-newest.ts';
import { valuesOfTraces } from './trace-span-values.ts';

/** How far counting goes: over so many of the newest that match, within a time. */
interface Depth {
  readonly scan: ScanLimits;
  /** Models of traces are those of their calls, read for the newest traces only; so are judgements. */
  readonly modelTracesMax: number;
  readonly modelMillisMax: number;
  readonly judgedRowsMax: number;
}
/** Some 50 ms. */
const QUICK: Depth = { scan: { rowsMax: 5_000, millisMax: 150 }, modelTracesMax: 300, modelMillisMax: 150, judgedRowsMax: 2_000 };
/** For who asks again because that was not enough. */
const THOROUGH: Depth = { scan: THOROUGH_SCAN, modelTracesMax: 50_000, modelMillisMax: 500, judgedRowsMax: 50_000 };
const MODEL_TRACES_AT_ONCE = 300;
/** Attributes must be unpacked. */
const ATTRIBUTE_ROWS_MAX = 500;

interface FacetsParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly window: TimeWindow;
  readonly attributeKeys: readonly string[];
  /** Only values that hold this text, in any case. */
  readonly search: string;
  readonly thorough: boolean;
}

interface FieldTally {
  readonly counts: ReadonlyMap<string, number>;
  readonly of: number;
  readonly isWhole: boolean;
}

/** What was read row by row, newest first. */
interface Scanned {
  readonly fields: Readonly<Record<Facet, FieldTally>>;
  /** The newest of them, enough to be asked for more. */
  readonly newest: readonly FigureRow[];
  /** Whether those are all that match. */
  readonly isWhole: boolean;
}

/** How matching spans or traces divide by value: all where nothing but time narrows them and an index tells, else the newest. */
export const readFacets: Query<FacetsParams, Static<typeof FacetsReply>> = {
  name: 'metrics.facets',
  run: async (context, { project, of, filters, window, attributeKeys, search, thorough }) => {
    const found = await findProject(context.projects, project);
    const scope = { of, window, filters };
    const whole = isUnfiltered(filters) ? await context.projects.valueCounts(found.id, of, window, context.budget) : {};
    const judged = isUnfiltered(filters)
      ? await context.annotations.labelCounts(found.id, of === 'spans' ? 'span' : 'trace', window)
      : null;
    const isKnown = judged !== null && FACETS.every((field) => whole[field] !== undefined);
    const scan =
      isKnown && attributeKeys.length === 0 ? null : await scanRows(context, found.id, scope, isKnown, thorough ? THOROUGH : QUICK);
    const fields = tallies(whole, scan);
    const annotations: JudgementCounts =
      judged === null
        ? await countJudgements(context, of, scan?.newest ?? [], scan?.isWhole === true)
        : { names: judged, of: fields.status.of, isWhole: true };
    const attributes = await attributeValues(context, (scan?.newest ?? []).slice(0, ATTRIBUTE_ROWS_MAX), attributeKeys);
    const top = (values: ReadonlyMap<string, number>) => topByCount(values, search);
    const tallyOf = (field: (typeof COUNTED)[number]) => (field === 'annotations' ? annotations : fields[field]);
    return {
      data: {
        status: top(fields.status.counts),
        kind: top(fields.kind.counts),
        name: top(fields.name.counts),
        model: top(fields.model.counts),
        user: top(fields.user.counts),
        session: top(fields.session.counts),
        annotations: annotations.names.map(({ labels, ...name }) => ({
          ...name,
          labels: top(new Map(labels.map(({ label, count }) => [label, count]))),
        })),
        attributes: Object.fromEntries([...attributes].map(([key, values]) => [key, top(values)])),
        scanned: Math.max(...COUNTED.map((field) => tallyOf(field).of)),
        complete: FACETS.every((field) => fields[field].isWhole),
        exact: COUNTED.filter((field) => tallyOf(field).isWhole),
        counted: {
          status: fields.status.of,
          kind: fields.kind.of,
          name: fields.name.of,
          model: fields.model.of,
          user: fields.user.of,
          session: fields.session.of,
          annotations: annotations.of,
        },
        models_scanned: fields.model.of,
        attributes_scanned: attributeKeys.length === 0 ? 0 : Math.min(scan?.newest.length ?? 0, ATTRIBUTE_ROWS_MAX),
      },
    };
  },
};

const NOTHING: FieldTally = { counts: new Map(), of: 0, isWhole: true };

/** By each field what an index told, else what was read. */
function tallies(whole: ValueCounts, scan: Scanned | null): Readonly<Record<Facet, FieldTally>> {
  const tally = (field: Facet): FieldTally => {
    const counts = whole[field];
    if (counts === undefined) return scan?.fields[field] ?? NOTHING;
    return { ...counts, counts: new Map(counts.values.map(({ value, count }) => [value, count])) };
  };
  return recordOf(tally);
}

function recordOf(tally: (field: Facet) => FieldTally): Readonly<Record<Facet, FieldTally>> {
  return {
    status: tally('status'),
    kind: tally('kind'),
    name: tally('name'),
    model: tally('model'),
    user: tally('user'),
    session: tally('session'),
  };
}

async function scanRows(
  context: ReadContext,
  projectId: number,
  scope: FigureScope,
  onlyForAttributes: boolean,
  depth: Depth,
): Promise<Scanned> {
  const counts: Record<Facet, Map<string, number>> = {
    status: new Map(),
    kind: new Map(),
    name: new Map(),
    model: new Map(),
    user: new Map(),
    session: new Map(),
  };
  const newest: FigureRow[] = [];
  const limits = onlyForAttributes ? { ...QUICK.scan, rowsMax: ATTRIBUTE_ROWS_MAX } : depth.scan;
  const coverage = await scanFigures(context, projectId, scope, limits, (rows) => {
    for (const row of rows) {
      if (newest.length < depth.judgedRowsMax) newest.push(row);
      for (const field of FACETS) bump(counts[field], row[field]);
    }
  });
  const tally = (field: Facet): FieldTally => ({ counts: counts[field], of: coverage.scanned, isWhole: coverage.complete });
  const fields = recordOf(tally);
  const isWhole = coverage.complete && newest.length === coverage.scanned;
  if (scope.of === 'spans' || onlyForAttributes) return { fields, newest, isWhole };
  const of = await countModels(context, projectId, newest, counts.model, depth);
  const model = { counts: counts.model, of, isWhole: coverage.complete && of === coverage.scanned };
  return { fields: { ...fields, model }, newest, isWhole };
}

/** Resolves to how many of the traces were looked at. */
async function countModels(
  context: ReadContext,
  projectId: number,
  traces: readonly FigureRow[],
  counts: Map<string, number>,
  { modelTracesMax, modelMillisMax }: Depth,
): Promise<number> {
  const isSpent = spentAfter(modelMillisMax);
  const most = Math.min(traces.length, modelTracesMax);
  let seen = 0;
  while (seen < most && (seen === 0 || !isSpent())) {
    const asked = traces.slice(seen, Math.min(most, seen + MODEL_TRACES_AT_ONCE));
    for (const models of (await valuesOfTraces(context, projectId, asked, 'model')).values())
      for (const model of models) bump(counts, model);
    seen += asked.length;
  }
  return seen;
}

function bump(counts: Map<string, number>, value: string | null): void {
  if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
}
