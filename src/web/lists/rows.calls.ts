import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listSpanRows } from '#contracts/spans/routes.ts';
import { listTraceRows } from '#contracts/traces/routes.ts';
import type { ListSearch } from './search-params.ts';
import { listName, startOf } from './list-place.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { ApiError, call, cursorParam } from '#web/platform/http/client.ts';
import { searchedText } from '#web/filter/language/searched-text.ts';
import { grainOf, spanFilterOf, traceFilterOf } from './list-filter.ts';
import { rowOfSpan, rowOfTrace, type ListRow } from './list-row.ts';
import type { TraceFilter } from '#web/lists/list-filter.ts';
import { windowParams } from '#web/projects/projects.calls.ts';

/** The first page: little, so that it is soon there. */
export const PAGE_ROWS = 100;
/** The pages after it, read ahead of the scroll. */
const NEXT_ROWS = 200;
/**
 * Pages kept: what was scrolled past further than this is let go, and read again on the way back.
 */
const PAGES_MAX = 60;

/**
 * Where a page begins: a cursor ('' is the start of the list), and the place in the list of the row
 * after or before it.
 */
export interface RowsCursor {
  readonly cursor: string;
  readonly at: number;
  readonly backward?: true;
}

export interface RowsPage {
  readonly rows: readonly ListRow[];
  /** The place of the first row in the list as it was scrolled through, from 0. */
  readonly from: number;
  /** The cursor that leads to its first row; null of one that was read upwards. */
  readonly begins: string | null;
  readonly next: string | null;
  readonly previous: string | null;
  /** How far a page that ended early was searched: the next one goes on there. */
  readonly searchedTo: string | null;
}

export const FIRST_PAGE: RowsCursor = { cursor: '', at: 0 };

interface PageWish extends RowsCursor {
  readonly limit: number;
  /** Without what is read from the spans' own bytes, which is cheaper. */
  readonly bare?: true;
}

/** A page of a list: of traces, spans or model calls, as its address says. */
export async function readRows(
  project: string,
  range: RangeText,
  search: ListSearch,
  { cursor, at, backward, limit, bare }: PageWish,
  signal?: AbortSignal,
): Promise<RowsPage> {
  const paging = {
    limit,
    ...cursorParam(cursor),
    ...(bare === true ? { previews: false } : {}),
    ...windowParams(range),
  };
  const wish = {
    params: { project_identifier: project },
    ...(signal === undefined ? {} : { signal }),
  };
  const mark = searchedText(search.q, grainOf(search));
  const page =
    search.scope === undefined
      ? await call(listTraceRows, { ...wish, query: { ...traceFilterOf(search), ...paging } }).then(
          ({ data, ...cursors }) => ({
            rows: data.map((row) => rowOfTrace(project, row, mark)),
            ...cursors,
          }),
        )
      : await call(listSpanRows, { ...wish, query: { ...spanFilterOf(search), ...paging } }).then(
          ({ data, ...cursors }) => ({
            rows: data.map((row) => rowOfSpan(project, row, mark)),
            ...cursors,
          }),
        );
  const from = backward === true ? at - page.rows.length : at;
  return {
    rows: page.rows,
    from,
    begins: backward === true ? null : cursor,
    next: page.next_cursor,
    previous: page.previous_cursor,
    searchedTo: page.searched_to ?? null,
  };
}

/** A list as pages that follow each other, in both directions, from where it was left. */
export function rowsOptions(project: string, range: RangeText, search: ListSearch) {
  const shown = search.scope === undefined ? traceFilterOf(search) : spanFilterOf(search);
  const scope = search.scope ?? 'traces';
  const start: RowsCursor = startOf(listName(project, range, search)) ?? FIRST_PAGE;
  return infiniteQueryOptions({
    queryKey: ['rows', project, range, scope, shown],
    queryFn: async ({ pageParam, signal }) => {
      const limit =
        pageParam.cursor === ''
          ? PAGE_ROWS
          : pageParam.backward === true
            ? Math.min(NEXT_ROWS, pageParam.at)
            : NEXT_ROWS;
      try {
        return await readRows(project, range, search, { ...pageParam, limit }, signal);
      } catch (error) {
        // A cursor of a server that is no more; the list is still there.
        if (
          pageParam !== start ||
          start === FIRST_PAGE ||
          !(error instanceof ApiError) ||
          ![400, 422].includes(error.status)
        )
          throw error;
        return await readRows(project, range, search, { ...FIRST_PAGE, limit: PAGE_ROWS }, signal);
      }
    },
    initialPageParam: start,
    getNextPageParam: (last): RowsCursor | null =>
      last.next === null ? null : { cursor: last.next, at: last.from + last.rows.length },
    getPreviousPageParam: (first): RowsCursor | null =>
      first.previous === null || first.from <= 0
        ? null
        : { cursor: first.previous, at: first.from, backward: true },
    maxPages: PAGES_MAX,
    // Never the rows of another project, nor spans where traces are to come: a user who chose one
    // of them would delete the wrong thing.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === project && query.queryKey[3] === scope ? previous : undefined,
    // Rows are read again when something was committed, not because time has passed: it would read
    // every page.
    staleTime: Infinity,
    // Ten thousand rows would be compared one by one after each page.
    structuralSharing: false,
  });
}

/** A project's traces page by page, newest first: `first` rows, and then as many as a page has. */
export function traceRowsOptions(
  project: string,
  range: RangeText,
  filter: TraceFilter,
  first: number,
) {
  return infiniteQueryOptions({
    queryKey: ['trace-rows', project, range, filter, first],
    queryFn: async ({ pageParam, signal }) => {
      const limit = pageParam === '' ? first : PAGE_ROWS;
      const query = { ...windowParams(range), ...filter, limit, ...cursorParam(pageParam) };
      const page = await call(listTraceRows, {
        params: { project_identifier: project },
        query,
        signal,
      });
      return { rows: page.data.map((row) => rowOfTrace(project, row)), next: page.next_cursor };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
}
