import type { Static } from 'typebox';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type {
  SessionRowItem,
  SessionRowListParams,
  SessionRowPage,
} from '#contracts/sessions/session.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { compileSessionFilter } from '#core/filter/compile-filter.ts';
import type { SessionRow } from '#core/ports/span-rows.ts';
import { readSummaries } from '../kit/annotations/annotation-summaries.ts';
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
import { readPreviews } from '../kit/spans/span-previews.ts';
import {
  leavesUnscored,
  readByScore,
  scoreNameOf,
  type PartWish,
  type RowsPage,
} from '../kit/spans/score-order.ts';
import { windowOf } from '../kit/request/time-window.ts';

type Params = Static<typeof SessionRowListParams>;

const NANOS_PER_MILLI = 1e6;

/** The page's list of sessions: how each began and ended, and its totals. */
export const listSessionRows: Query<
  { readonly project: string; readonly query: Params },
  Static<typeof SessionRowPage>
> = {
  name: 'sessions.rows',
  run: async (context, { project, query }) => {
    const { rows, ...place } = await readPage(context, project, query);
    return { data: await sessionRowItems(context, rows), ...place };
  },
};

async function readPage(
  context: ReadContext,
  project: string,
  query: Params,
): Promise<RowsPage<SessionRow>> {
  const { spans, scores, budget } = context;
  const { sort = 'end_time', order = 'desc', limit = 50, cursor } = query;
  const filter = query.filter === undefined ? null : compileSessionFilter(query.filter);
  const { id: projectId } = await findProject(context.projects, project);
  const scope = cursorScope('sessions.rows', projectId, query);
  const conditions = { projectId, window: windowOf(query), ...(filter === null ? {} : { filter }) };
  if (sort === 'annotation_score') {
    const scoreName = scoreNameOf(query);
    const parts = {
      scored: (wish: PartWish) =>
        scores.scoredSessions({ ...conditions, scoreName, ...wish }, budget),
      others: (wish: PartWish) =>
        spans.sessions(
          { ...conditions, withoutScore: scoreName, sort: 'end_time', ...wish },
          budget,
        ),
      timeOf: (row: SessionRow) => row.endTimeUnixNano,
      hasOthers: leavesUnscored(scoreName, filter?.necessary?.annotations),
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
  const page = await spans.sessions(
    {
      ...conditions,
      sort,
      order: backward === (order === 'desc') ? 'asc' : 'desc',
      limit,
      mayEndEarly: !backward && (sort === 'start_time' || sort === 'end_time'),
      ...anchor,
    },
    budget,
  );
  const places = page.rows.map(({ id }, at) => ({ id, sortValue: page.ranks[at] ?? 0n }));
  const reading = { kind, scope, limit, backward };
  return {
    rows: backward ? page.rows.toReversed() : page.rows,
    ...cursorsAround(backward ? places.toReversed() : places, page, reading),
  };
}

/**
 * Adds to each session what its first trace was asked, what its last one answered, and its median
 * trace.
 */
export async function sessionRowItems(
  context: ReadContext,
  rows: readonly SessionRow[],
): Promise<SessionRowItem[]> {
  const { spans } = context;
  const ends = new Map(
    (await spans.sessionEnds(rows.map(({ id }) => id))).map((one) => [one.id, one]),
  );
  const roots = [...ends.values()]
    .flatMap(({ firstRoot, lastRoot }) => [firstRoot, lastRoot])
    .filter((root) => root !== null);
  const previews = await readPreviews(spans, [...new Set(roots)]);
  const summaries = await readSummaries(
    context,
    'session',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { firstRoot = null, lastRoot = null, medianNano = 0n } = ends.get(row.id) ?? {};
    return {
      id: encodeGlobalId('ProjectSession', row.id),
      session_id: row.sessionId,
      project_id: encodeGlobalId('Project', row.projectId),
      user_id: row.userId,
      start_time: isoFromUnixNano(row.startTimeUnixNano),
      end_time: isoFromUnixNano(row.endTimeUnixNano),
      duration_ms: millisBetween(row.startTimeUnixNano, row.endTimeUnixNano),
      trace_count: row.traceCount,
      error_trace_count: row.errorTraceCount,
      is_open: lastRoot !== null && (previews.get(lastRoot)?.isOpen ?? false),
      latency_p50_ms: Number(medianNano) / NANOS_PER_MILLI,
      token_count_prompt: row.promptTokens,
      token_count_completion: row.completionTokens,
      cost_usd: row.costUsd,
      first_input: firstRoot === null ? null : (previews.get(firstRoot)?.input ?? null),
      last_output: lastRoot === null ? null : (previews.get(lastRoot)?.output ?? null),
      annotations: summaries(row.id),
    };
  });
}
