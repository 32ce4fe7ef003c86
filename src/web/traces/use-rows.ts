import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import { useArrivals } from '#web/lists/use-arrivals.ts';
import { fetchFurther, refetchFirst, withNewest } from '#web/lists/refetch-first.ts';
import {
  FIRST_PAGE,
  PAGE_ROWS,
  readRows,
  rowsOptions,
  type RowsCursor,
  type RowsPage,
} from '#web/lists/rows.calls.ts';
import {
  clearedBefore,
  isRowPending,
  usePendingDeletes,
  type PendingDeletes,
} from '#web/ui/notices/deferred-delete.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { placeOf, rememberPlace, startOf, type ListStart } from '#web/lists/list-place.ts';
import { SORT_DEFAULT, sortOfText } from '#web/lists/list-sort.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { useHeld } from '#web/lists/use-held.ts';

const NEW_MS = 400;
const NO_PAGES: readonly RowsPage[] = [];
const NO_IDS: ReadonlySet<string> = new Set();
type Pages = InfiniteData<RowsPage, RowsCursor>;

/**
 * The rows of a list, page by page in both directions, and what to do when new ones arrive. `list`
 * names what is listed, order and filter included; while `isHeld`, no row moves.
 */
export function useRows(
  project: string,
  range: RangeText,
  search: ListSearch,
  list: string,
  isHeld: boolean,
) {
  const options = useMemo(() => rowsOptions(project, range, search), [project, range, search]);
  // `isFetching` and the like are not read: each would draw the table again, twice for every page.
  const query = useInfiniteQuery(options);
  const { data, error, isError, isPending, isPlaceholderData, fetchNextPage } = query;
  const held = useHeld(`${project} ${search.scope ?? ''}`, isPlaceholderData ? undefined : data);
  const pages = (data ?? held)?.pages ?? NO_PAGES;
  const [first, last] = [pages[0], pages.at(-1)];
  const hidden = usePendingDeletes();
  const rows = useMemo(() => rowsOf(project, pages, hidden), [project, pages, hidden]);
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData)
      rememberPlace(list, { starts: startsOf(data.pages) });
  }, [list, data, isPlaceholderData]);
  const base = first === undefined || first.previous === null ? 0 : Math.max(0, first.from);
  const isFromTop = first === undefined ? startOf(list) === null : base === 0;
  const isNewestFirst = sortOfText(search.sort) === SORT_DEFAULT;
  const client = useQueryClient();
  const { queryKey } = options;
  const newest = useNewest({ project, range, search, isFromTop, queryKey });
  /** Reads the first page again; the others are fetched on scrolling. */
  const refresh = useCallback(async () => {
    const before = client.getQueryData<Pages>(queryKey);
    if (typeof before?.pages[0]?.searchedTo !== 'string')
      return await refetchFirst<RowsPage, RowsCursor>(client, queryKey, FIRST_PAGE);
    const wish = { ...FIRST_PAGE, limit: PAGE_ROWS };
    const { rows: now } = await readRows(project, range, search, wish);
    client.setQueryData<Pages>(queryKey, (known) => known && withNewestRows(known, now));
  }, [project, range, search, client, queryKey]);
  const noun = search.scope === undefined ? 'new trace' : 'new span';
  const arrivals = useArrivals({
    list,
    offsetOf,
    waitingRows: { noun, known: isFromTop ? rows : null, newest },
    refresh,
    isNewestFirst,
    isHeld,
  });
  const onEdge = useFurtherPages(query, pages, queryKey);
  return {
    rows,
    // Without rows before them, what was let go has been deleted meanwhile.
    /** The cursors before and after the loaded rows. */
    earlier: first === undefined || first.from <= 0 ? null : first.previous,
    later: last?.next ?? null,
    searchedTo: last?.searchedTo ?? null,
    base,
    newIds: useNewIds(list, rows),
    pending: isPending && rows.length === 0,
    stale: isPlaceholderData || data === undefined,
    error: isError ? error : null,
    retry: () =>
      void (data === undefined || isPlaceholderData
        ? client.refetchQueries({ queryKey, exact: true })
        : fetchNextPage()),
    refresh: () => void refresh(),
    onEdge,
    ...arrivals,
  };
}

interface Listing {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  /** Whether the loaded rows begin with the first of the list. */
  readonly isFromTop: boolean;
  readonly queryKey: QueryKey;
}

/** Reads the newest rows, which replace the loaded ones of the same ids. */
function useNewest({ project, range, search, isFromTop, queryKey }: Listing) {
  const client = useQueryClient();
  return useCallback(async () => {
    // Rows that are on screen stay where they are, and say what is true now: a trace that ran has
    // ended.
    const page = await readRows(project, range, search, {
      ...FIRST_PAGE,
      limit: PAGE_ROWS,
      ...(isFromTop ? {} : { bare: true }),
    });
    if (isFromTop)
      client.setQueryData<Pages>(queryKey, (before) => before && withRows(before, page.rows));
    return page.rows;
  }, [project, range, search, isFromTop, client, queryKey]);
}

type FurtherQuery = Pick<
  UseInfiniteQueryResult,
  'isError' | 'errorUpdateCount' | 'fetchNextPage' | 'fetchPreviousPage'
>;

/** Reads the page beyond an edge of the list. */
function useFurtherPages(query: FurtherQuery, pages: readonly RowsPage[], queryKey: QueryKey) {
  const client = useQueryClient();
  const { isError, errorUpdateCount, fetchNextPage, fetchPreviousPage } = query;
  const [first, last] = [pages[0], pages.at(-1)];
  return useCallback(
    (edge: 'start' | 'end') => {
      if (isError) return;
      if (edge === 'end' && last !== undefined && last.next !== null)
        void fetchFurther(client, queryKey, fetchNextPage);
      if (edge === 'start' && first !== undefined && first.from > 0)
        void fetchFurther(client, queryKey, fetchPreviousPage);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a failure that a look at new rows forgot before it was drawn changes nothing else
    [isError, errorUpdateCount, first, last, fetchNextPage, fetchPreviousPage, client, queryKey],
  );
}

function withNewestRows({ pages, pageParams }: Pages, newest: readonly ListRow[]): Pages {
  const rows = withNewest(
    pages.map((page) => page.rows),
    newest,
  );
  return { pages: pages.map((page, at) => ({ ...page, rows: rows[at] ?? [] })), pageParams };
}

/** The pages with these rows in the places of what they were before. */
function withRows({ pages, pageParams }: Pages, rows: readonly ListRow[]): Pages {
  const now = new Map(rows.map((row) => [row.id, row]));
  return {
    pages: pages.map((page) => ({ ...page, rows: page.rows.map((row) => now.get(row.id) ?? row) })),
    pageParams,
  };
}

/** How far a list was scrolled down when it was left. */
function offsetOf(list: string): number {
  return placeOf(list).offset;
}

/** Where the pages begin that were read. */
function startsOf(pages: readonly RowsPage[]): readonly ListStart[] {
  return pages.flatMap(({ from, begins }, at) => {
    const cursor = begins ?? pages[at - 1]?.next ?? '';
    return cursor === '' ? [] : [{ cursor, at: from }];
  });
}

function rowsOf(
  project: string,
  pages: readonly RowsPage[],
  hidden: PendingDeletes,
): readonly ListRow[] {
  const rows = pages.flatMap((page) => page.rows);
  if (hidden.ids.size === 0) return rows;
  const before = clearedBefore(hidden, project);
  // If a trace that began just before continues, its later spans are hidden with the trace: for
  // these seconds they are still listed.
  return rows.filter(
    (row) =>
      !isRowPending(hidden, row) &&
      (before === null || Date.parse(row.startedAt) >= Date.parse(before)),
  );
}

/** Rows that came in at the top just now, to be pointed out for a moment. */
function useNewIds(list: string, rows: readonly ListRow[]): ReadonlySet<string> {
  const [ids, setIds] = useState(NO_IDS);
  const before = useRef<{ readonly list: string; readonly firstId: string | undefined }>({
    list,
    firstId: undefined,
  });
  const firstId = rows[0]?.id;
  useEffect(() => {
    const { list: oldList, firstId: oldFirst } = before.current;
    before.current = { list, firstId };
    const count = rows.findIndex((row) => row.id === oldFirst);
    if (list !== oldList || count <= 0 || count > PAGE_ROWS) return undefined;
    setIds(new Set(rows.slice(0, count).map((row) => row.id)));
    const timer = setTimeout(() => setIds(NO_IDS), NEW_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only a new first row matters, not each page that follows
  }, [list, firstId]);
  return ids;
}
