import type { Static } from 'typebox';
import { AppError } from '#contracts/wire/errors.ts';
import type { TraceRowItem, TraceRowListParams, TraceRowPage } from '#contracts/traces/trace.ts';
import type { TraceHighlights, TraceRow } from '#core/ports/span-rows.ts';
import { traceRankValue } from '#core/trace/rank-value.ts';
import { readSummaries, summariesReply } from '../kit/annotations/annotation-summaries.ts';
import { explained } from '../kit/spans/explained.ts';
import { findProject } from '../kit/projects/find-project.ts';
import {
  CURSOR_KINDS,
  cursorsAround,
  cursorScope,
  decodeKeyset,
  directionOf,
} from '../kit/reply/page-cursor.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { traceRef } from '../kit/request/references.ts';
import { readPreviews, type SpanPreview } from '../kit/spans/span-previews.ts';
import {
  leavesUnscored,
  readByScore,
  scoreNameOf,
  type PartWish,
  type RowsPage,
} from '../kit/spans/score-order.ts';
import { traceConditions } from '../kit/spans/trace-conditions.ts';
import { traceRowItem } from './trace-row-item.ts';

type Params = Static<typeof TraceRowListParams>;

/** The page's list of traces: what a row shows, in both directions. */
export const listTraceRows: Query<
  { readonly project: string; readonly query: Params },
  Static<typeof TraceRowPage>
> = {
  name: 'traces.rows',
  run: (context, { project, query }) => readTraceRows(context, project, query),
};

/** A page of rows; texts are cut to `charsMax` characters, 200 by default. */
export async function readTraceRows(
  context: ReadContext,
  project: string,
  query: Params,
  charsMax?: number,
): Promise<Static<typeof TraceRowPage>> {
  const { columns = [], previews = true } = query;
  const startedMs = performance.now();
  const { rows, plan, ...place } = await readPage(context, project, query);
  const explain = explained(query, context.spans, plan, startedMs);
  const data = await traceRowItems(context, rows, {
    columns,
    previews,
    ...(charsMax === undefined ? {} : { charsMax }),
  });
  return { data, ...place, ...explain };
}

async function readPage(
  context: ReadContext,
  project: string,
  query: Params,
): Promise<RowsPage<TraceRow>> {
  const { spans, scores, budget } = context;
  const { cursor, limit = 50, sort = 'start_time', order = 'desc' } = query;
  const conditions = traceConditions(query);
  const { id: projectId } = await findProject(context.projects, project);
  const scope = cursorScope('traces.rows', projectId, query);
  if (sort === 'annotation_score') {
    const scoreName = scoreNameOf(query);
    const parts = {
      scored: (wish: PartWish) =>
        scores.scoredTraces({ projectId, ...conditions, scoreName, ...wish }, budget),
      others: (wish: PartWish) =>
        spans.traces(
          { projectId, ...conditions, withoutScore: scoreName, sort: 'start_time', ...wish },
          budget,
        ),
      timeOf: (row: TraceRow) => row.startTimeUnixNano,
      hasOthers: leavesUnscored(scoreName, conditions.filter?.necessary.annotations),
    };
    return await readByScore(
      parts,
      { order, limit, ...(cursor === undefined ? {} : { cursor }) },
      scope,
    );
  }
  const kind = CURSOR_KINDS[sort];
  const { backward, keyset } = directionOf(cursor ?? '');
  const anchor = cursor === undefined ? {} : { anchor: decodeKeyset(keyset, kind, false, scope) };
  const page = await spans.traces(
    {
      projectId,
      ...conditions,
      sort,
      order: backward === (order === 'desc') ? 'asc' : 'desc',
      limit,
      explain: query.explain === true,
      mayEndEarly: !backward && sort === 'start_time',
      ...anchor,
    },
    budget,
  );
  const rows = backward ? page.rows.toReversed() : page.rows;
  const places = rows.map((row) => ({
    id: row.id,
    sortValue: sort === 'start_time' ? row.startTimeUnixNano : traceRankValue(row, sort),
  }));
  return {
    rows,
    ...cursorsAround(places, page, { kind, scope, limit, backward }),
    ...(page.plan === undefined ? {} : { plan: page.plan }),
  };
}

export const getTraceRow: Query<{ readonly trace: string }, TraceRowItem> = {
  name: 'traces.get',
  run: async (context, { trace }) => {
    const shown = await context.traces.traceView(traceRef(trace), 0);
    if (shown === null) throw traceNotFound(trace);
    const { skeleton, previews, annotations } = shown;
    return traceRowItem(skeleton.trace, previews, summariesReply(annotations));
  },
};

export function traceNotFound(trace: string): AppError {
  return new AppError('not_found', `Trace '${trace.slice(0, 80)}' not found`);
}

interface RowWishes {
  /** Keys of attributes of the root. */
  readonly columns: readonly string[];
  /** Whether single spans are looked at for the rest. */
  readonly previews: boolean;
  readonly charsMax?: number;
}

/**
 * Adds to each trace what its list shows of single spans: previews of the root, the first error,
 * the first model.
 */
export async function traceRowItems(
  context: ReadContext,
  rows: readonly TraceRow[],
  wishes: RowWishes = { columns: [], previews: true },
): Promise<TraceRowItem[]> {
  const looksAtSpans = wishes.previews || wishes.columns.length > 0;
  const rootNumbers = rows.flatMap(({ rootSpanNumber }) =>
    rootSpanNumber === null || !looksAtSpans ? [] : [rootSpanNumber],
  );
  const previews = await readPreviews(context.spans, rootNumbers, wishes.columns, wishes.charsMax);
  const highlights = await context.traces.highlights(
    wishes.previews
      ? rows
          .filter((row) => row.promptTokens + row.completionTokens > 0 || row.errorCount > 0)
          .map(({ id }) => id)
      : [],
  );
  const rootOf = (row: TraceRow): SpanPreview | undefined =>
    row.rootSpanNumber === null ? undefined : previews.get(row.rootSpanNumber);
  const calls = await readPreviews(
    context.spans,
    rows.flatMap((row) => standIns(rootOf(row), highlights.get(row.id))),
    [],
    wishes.charsMax,
  );
  const summaries = await readSummaries(
    context,
    'trace',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const root = rootOf(row);
    const {
      firstLlm = null,
      lastLlmNumber = null,
      firstError = null,
    } = highlights.get(row.id) ?? {};
    const shown = {
      root: root ?? null,
      firstLlm,
      firstError,
      firstCall: lacks(root, 'input') ? (calls.get(firstLlm?.id ?? 0) ?? null) : null,
      lastCall: lacks(root, 'output') ? (calls.get(lastLlmNumber ?? 0) ?? null) : null,
    };
    return traceRowItem(row, shown, summaries(row.id), root?.attributes);
  });
}

function lacks(root: SpanPreview | undefined, side: 'input' | 'output'): boolean {
  return (root?.[side] ?? null) === null;
}

/** Numbers of the model calls that provide a trace's input and output if the root doesn't. */
function standIns(
  root: SpanPreview | undefined,
  marks: TraceHighlights | undefined,
): readonly number[] {
  const first = lacks(root, 'input') ? marks?.firstLlm?.id : undefined;
  const last = lacks(root, 'output') ? marks?.lastLlmNumber : undefined;
  return [...new Set([first, last])].filter((number) => typeof number === 'number');
}
