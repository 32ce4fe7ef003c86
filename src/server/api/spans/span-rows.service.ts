import type { Static } from 'typebox';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanRowItem, SpanRowListParams, SpanRowPage } from '#contracts/spans/span.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import { spanRankValue } from '#core/trace/rank-value.ts';
import { firstTokenMs, tokensPerSecond } from '#core/trace/token-speed.ts';
import { readSummaries } from '../kit/annotations/annotation-summaries.ts';
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
import { millisBetween } from '../kit/spans/resource-codec.ts';
import {
  leavesUnscored,
  readByScore,
  scoreNameOf,
  type PartWish,
  type RowsPage,
} from '../kit/spans/score-order.ts';
import { spanConditions } from '../kit/spans/span-conditions.ts';
import { readPreviews, type SpanPreview } from '../kit/spans/span-previews.ts';

type Params = Static<typeof SpanRowListParams>;

/** The page's list of spans: what a row shows, in both directions. */
export const listSpanRows: Query<
  { readonly project: string; readonly query: Params },
  Static<typeof SpanRowPage>
> = {
  name: 'spans.rows',
  run: (context, { project, query }) => readSpanRows(context, project, query),
};

/** A page of rows; texts are cut to `charsMax` characters, 200 by default. */
export async function readSpanRows(
  context: ReadContext,
  project: string,
  query: Params,
  charsMax?: number,
): Promise<Static<typeof SpanRowPage>> {
  const { columns = [], previews: withPreviews = true } = query;
  const startedMs = performance.now();
  const { rows, plan, ...place } = await readPage(context, project, query);
  const explain = explained(query, context.spans, plan, startedMs);
  const shown = withPreviews || columns.length > 0 ? rows : [];
  const previews = await readPreviews(context.spans, shown, columns, charsMax);
  const summaries = await readSummaries(
    context,
    'span',
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => ({
    ...spanRowItem(row, previews.get(row.id)),
    annotations: summaries(row.id),
  }));
  return { data, ...place, ...explain };
}

async function readPage(
  context: ReadContext,
  project: string,
  query: Params,
): Promise<RowsPage<SpanRow>> {
  const { spans, scores, budget } = context;
  const { cursor, limit = 50, sort = 'start_time', order = 'desc', root, ...filters } = query;
  const conditions = {
    ...spanConditions(filters),
    ...(root === true ? { parent: 'none_or_missing' as const } : {}),
  };
  const { id: projectId } = await findProject(context.projects, project);
  const scope = cursorScope('spans.rows', projectId, query);
  if (sort === 'annotation_score') {
    const scoreName = scoreNameOf(query);
    const parts = {
      scored: (wish: PartWish) =>
        scores.scoredSpans({ projectId, ...conditions, scoreName, ...wish }, budget),
      others: (wish: PartWish) =>
        spans.spans(
          { projectId, ...conditions, withoutScore: scoreName, sort: 'start_time', ...wish },
          budget,
        ),
      timeOf: (row: SpanRow) => row.startTimeUnixNano,
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
  const page = await spans.spans(
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
    sortValue: sort === 'start_time' ? row.startTimeUnixNano : spanRankValue(row, sort),
  }));
  return {
    rows,
    ...cursorsAround(places, page, { kind, scope, limit, backward }),
    ...(page.plan === undefined ? {} : { plan: page.plan }),
  };
}

function spanRowItem(
  row: SpanRow,
  preview: SpanPreview | undefined,
): Omit<SpanRowItem, 'annotations'> {
  return {
    id: encodeGlobalId('Span', row.id),
    trace_id: row.traceId,
    span_id: row.spanId,
    parent_id: row.parentSpanId,
    name: row.name,
    span_kind: row.kind,
    status_code: row.statusCode,
    error_message: row.errorMessage,
    start_time: isoFromUnixNano(row.startTimeUnixNano),
    end_time: isoFromUnixNano(row.endTimeUnixNano),
    latency_ms: millisBetween(row.startTimeUnixNano, row.endTimeUnixNano),
    time_to_first_token_ms: firstTokenMs(row),
    tokens_per_second: tokensPerSecond(row),
    is_open: preview?.isOpen ?? false,
    input_preview: preview?.input ?? null,
    output_preview: preview?.output ?? null,
    model_name: row.modelName,
    token_count_prompt: row.tokens.prompt,
    token_count_completion: row.tokens.completion,
    cost_usd: row.costUsd,
    session_id: row.sessionId,
    user_id: row.userId,
    ...(preview?.attributes === undefined ? {} : { attributes: preview.attributes }),
  };
}
