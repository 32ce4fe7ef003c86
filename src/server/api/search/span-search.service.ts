import type { Static } from 'typebox';
import type {
  SpanSearchHit,
  SpanSearchPage,
  SpanSearchParams,
} from '#contracts/search/span-search.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { ProjectRow, SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { snippetsOf } from '#core/search/snippets.ts';
import { parseTextSearch, type TextSearch } from '#core/search/text-search.ts';
import type { AnyQuery, Query, ReadContext } from '#server/threads/query.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '../kit/reply/page-cursor.ts';
import { projectReply } from '../kit/spans/resource-codec.ts';

type Params = Static<typeof SpanSearchParams>;

const PROJECTS_AT_ONCE = 200;
const SNIPPETS_MAX = 2;

/** Spans of all projects that hold a text, newest first. */
export const searchSpans: Query<Params, Static<typeof SpanSearchPage>> = {
  name: 'spans.search',
  run: async (context, params) => {
    const { text, limit = 20, cursor } = params;
    const search = parseTextSearch(text);
    if (search === null)
      throw new AppError('unprocessable', 'text needs a word to search for: letters or digits.');
    const scope = cursorScope('spans.search', 0, params);
    const anchor = cursor === undefined ? null : decodeKeyset(cursor, 'DATETIME', false, scope);
    const found = await newestOf(context, text, anchor, limit + 1);
    const rows = found.slice(0, limit);
    const payloads = await context.spans.payloads(rows.map(({ row }) => row));
    const byNumber = new Map(payloads.map((payload) => [payload.row.id, payload]));
    const last = rows.at(-1);
    return {
      data: rows.flatMap(({ row, project }) => {
        const payload = byNumber.get(row.id);
        return payload === undefined ? [] : [hitOf(payload, project, search)];
      }),
      next_cursor:
        found.length <= limit || last === undefined
          ? null
          : encodeKeyset(
              'DATETIME',
              { id: last.row.id, sortValue: last.row.startTimeUnixNano },
              scope,
            ),
    };
  },
};

/** A text of the filter language, on one line. */
function quoted(text: string): string {
  return `'${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\']/g, '\\$&')}'`;
}

interface Found {
  readonly row: SpanRow;
  readonly project: ProjectRow;
}

/** The newest spans of all projects: a page of each, of which the newest are kept. */
async function newestOf(
  context: ReadContext,
  text: string,
  anchor: PageAnchor | null,
  limit: number,
): Promise<Found[]> {
  const filter = compileSpanFilter(`search(${quoted(text)})`);
  let newest: Found[] = [];
  for await (const project of allProjects(context)) {
    const oldest = newest.length < limit ? null : newest.at(-1);
    const { rows } = await context.spans.spans(
      {
        projectId: project.id,
        sort: 'start_time',
        order: 'desc',
        limit,
        // Nothing older than what is kept already.
        ...(oldest === null || oldest === undefined
          ? {}
          : { window: { startUnixNano: oldest.row.startTimeUnixNano } }),
        ...(filter === null ? {} : { filter }),
        ...(anchor === null ? {} : { anchor }),
      },
      context.budget,
    );
    newest = [...newest, ...rows.map((row) => ({ row, project }))]
      .sort((a, b) => newestFirst(a.row, b.row))
      .slice(0, limit);
  }
  return newest;
}

function newestFirst(a: SpanRow, b: SpanRow): number {
  if (a.startTimeUnixNano === b.startTimeUnixNano) return b.id - a.id;
  return a.startTimeUnixNano < b.startTimeUnixNano ? 1 : -1;
}

async function* allProjects({ projects }: ReadContext): AsyncGenerator<ProjectRow> {
  for (let beforeOrAtId: number | null = Number.MAX_SAFE_INTEGER; beforeOrAtId !== null;) {
    const page = await projects.projects({ limit: PROJECTS_AT_ONCE, beforeOrAtId, isListed: true });
    yield* page.rows;
    beforeOrAtId = page.next?.id ?? null;
  }
}

function hitOf(
  { row, bytes }: SpanPayload,
  project: ProjectRow,
  search: TextSearch,
): SpanSearchHit {
  return {
    project: projectReply(project),
    trace_id: row.traceId,
    span_id: row.spanId,
    name: row.name,
    span_kind: row.kind,
    status_code: row.statusCode,
    start_time: isoFromUnixNano(row.startTimeUnixNano),
    snippets: snippetsOf(search, bytes, SNIPPETS_MAX).map(({ marks, ...snippet }) => ({
      ...snippet,
      marks: [...marks],
    })),
  };
}

export const spanSearchQueries: readonly AnyQuery[] = [searchSpans];
