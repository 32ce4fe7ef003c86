import type { Static } from 'typebox';
import type {
  SpanSearchHit,
  SpanSearchParams,
  SpanSearched,
} from '#contracts/search/span-search.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import type { ProjectRow, SpanPayload } from '#core/ports/span-rows.ts';
import type { PageAnchor, SearchBudget } from '#core/ports/span-store.ts';
import { searchTerms } from '#core/search/search-terms.ts';
import { snippetsOf } from '#core/search/snippets.ts';
import { parseTextSearch, type TextSearch } from '#core/search/text-search.ts';
import type { AnyQuery, Query, ReadContext } from '#server/threads/query.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { projectReply } from '../kit/spans/resource-codec.ts';
import { windowOf } from '../kit/request/time-window.ts';

const PROJECTS_AT_ONCE = 200;
const PROJECTS_NAMED_MAX = 20;
const SNIPPETS_MAX = 2;

export interface SearchStepParams extends Static<typeof SpanSearchParams> {
  readonly limit: number;
  /** Where to go on; null to begin with the newest span. */
  readonly anchor: PageAnchor | null;
  /** The time after which what was found is replied, in milliseconds. */
  readonly patienceMs: number;
}

export interface SearchStep {
  readonly hits: readonly SpanSearchHit[];
  readonly searched: SpanSearched;
  /** Null when all was searched. */
  readonly next: PageAnchor | null;
}

/** Spans of several projects that hold a text, newest first: those found within some time. */
export const searchStep: Query<SearchStepParams, SearchStep> = {
  name: 'spans.search',
  run: async (context, params) => {
    const { text, limit, anchor, patienceMs } = params;
    const endMs = performance.now() + patienceMs;
    const search = parseTextSearch(text);
    if (search === null)
      throw new AppError('unprocessable', 'text needs a word to search for: letters or digits.');
    const projects = new Map(
      (await searchedProjects(context, params.project)).map((project) => [project.id, project]),
    );
    const filter = compileSpanFilter(`search(${quoted(text)})`);
    const budget: SearchBudget = {
      over: context.budget.over,
      isEnough: () => performance.now() > endMs,
    };
    const { rows, next } =
      filter === null
        ? { rows: [], next: null }
        : await context.spans.searchSpans(
            {
              projectIds: [...projects.keys()],
              window: windowOf(params),
              filter,
              limit,
              ...(anchor === null ? {} : { anchor }),
            },
            budget,
          );
    return {
      hits: (await context.spans.payloads(rows)).flatMap((payload) => {
        const project = projects.get(payload.row.projectId);
        return project === undefined ? [] : [hitOf(payload, project, search)];
      }),
      searched: searchedOf(search, [...projects.values()], next),
      next,
    };
  },
};

/** A text of the filter language, on one line, that is searched for as it would be itself. */
function quoted(text: string): string {
  const line = text.replaceAll(/\s/gu, ' ').replaceAll(/\p{Cc}/gu, '.');
  return `'${line.replaceAll(/[\\']/g, '\\$&')}'`;
}

/** The projects that are named, or else all of those in the list of projects. */
async function searchedProjects(
  { projects }: ReadContext,
  named: readonly string[] | undefined,
): Promise<readonly ProjectRow[]> {
  if (named !== undefined && named.length > 0)
    return Promise.all(named.map((identifier) => findProject(projects, identifier)));
  const all: ProjectRow[] = [];
  for (let beforeOrAtId: number | null = Number.MAX_SAFE_INTEGER; beforeOrAtId !== null;) {
    const page = await projects.projects({ limit: PROJECTS_AT_ONCE, beforeOrAtId, isListed: true });
    all.push(...page.rows);
    beforeOrAtId = page.next?.id ?? null;
  }
  return all;
}

function searchedOf(
  search: TextSearch,
  projects: readonly ProjectRow[],
  next: PageAnchor | null,
): SpanSearched {
  return {
    terms: searchTerms(search),
    project_count: projects.length,
    projects: projects.slice(0, PROJECTS_NAMED_MAX).map(({ name }) => name),
    back_to: next === null ? null : isoFromUnixNano(next.sortValue),
  };
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

export const spanSearchQueries: readonly AnyQuery[] = [searchStep];
