import {
  useInfiniteQuery,
  useQueryClient,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import { fetchFurther, refetchFirst, withNewest } from '#web/lists/refetch-first.ts';
import {
  FIRST_SESSIONS,
  SESSIONS_PAGE,
  readSessionRows,
  sessionRowsOptions,
  type SessionList,
} from './sessions.calls.ts';
import { useArrivals } from '#web/lists/use-arrivals.ts';
import {
  clearedBefore,
  usePendingDeletes,
  type PendingDeletes,
} from '#web/ui/notices/deferred-delete.ts';
import { scrollOffsetOf } from '#web/platform/browser/scroll-memory.ts';
import type { SessionListSearch } from '#web/lists/search-params.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';

/**
 * The sessions of a list, page by page in both directions, without what is about to be deleted, and
 * what to do when some went on. While `isHeld`, no row moves.
 */
export function useSessionRows(project: string, search: SessionListSearch, isHeld: boolean) {
  const {
    range = RANGE_DEFAULT,
    q = '',
    sort = 'end_time',
    order = 'desc',
    annotation = null,
  } = search;
  const name = JSON.stringify([project, range, q, sort, order, search.annotation]);
  const asked = useMemo(
    (): SessionList => ({ range, text: q, sort, order, annotation }),
    [range, q, sort, order, annotation],
  );
  const options = useMemo(() => sessionRowsOptions(project, asked), [project, asked]);
  const client = useQueryClient();
  const { queryKey } = options;
  const query = useInfiniteQuery(options);
  const { data, hasPreviousPage } = query;
  const pending = usePendingDeletes();
  const rows = useMemo(
    () =>
      (data?.pages ?? [])
        .flatMap((page) => page.data)
        .flatMap((row) => rowLeft(project, row, pending)),
    [project, data, pending],
  );
  const onEdge = useFurtherPages(query, queryKey);
  const first = data?.pages[0];
  const base = first === undefined || !hasPreviousPage ? 0 : Math.max(0, first.from);
  const refresh = useCallback(async () => {
    const [top] = client.getQueryData(queryKey)?.pages ?? [];
    if (top?.searched_to === undefined) return await refetchFirst(client, queryKey, FIRST_SESSIONS);
    const { data: now } = await readSessionRows(project, asked, '', SESSIONS_PAGE);
    client.setQueryData(
      queryKey,
      (before) => before && { ...before, pages: withNewestRows(before.pages, now) },
    );
  }, [project, asked, client, queryKey]);
  const known = useMemo(() => (base === 0 ? rows.map(asOfNow) : null), [base, rows]);
  const newest = useCallback(
    async () => (await readSessionRows(project, asked, '', SESSIONS_PAGE)).data.map(asOfNow),
    [project, asked],
  );
  const arrivals = useArrivals({
    list: name,
    offsetOf: scrollOffsetOf,
    waitingRows: { noun: 'session', after: ' with new turns', known, newest },
    refresh,
    isNewestFirst: sort === 'end_time' && order === 'desc',
    isHeld,
  });
  return {
    query,
    name,
    rows,
    /** How far the list was searched, if its last page ended early: it goes on there. */
    searchedTo: data?.pages.at(-1)?.searched_to ?? null,
    onEdge,
    base,
    retry: () => retry(query),
    refresh,
    ...arrivals,
  };
}

function withNewestRows<Page extends { readonly data: SessionRowItem[] }>(
  pages: readonly Page[],
  newest: readonly SessionRowItem[],
): Page[] {
  const rows = withNewest(
    pages.map((page) => page.data),
    newest,
  );
  return pages.map((page, at) => ({ ...page, data: [...(rows[at] ?? [])] }));
}

/** Reads the page beyond an edge of the list. */
function useFurtherPages(query: UseInfiniteQueryResult, queryKey: QueryKey) {
  const client = useQueryClient();
  const {
    isError,
    errorUpdateCount,
    fetchNextPage,
    fetchPreviousPage,
    hasNextPage,
    hasPreviousPage,
  } = query;
  return useCallback(
    (edge: 'start' | 'end') => {
      if (isError) return;
      if (edge === 'end' && hasNextPage) void fetchFurther(client, queryKey, fetchNextPage);
      if (edge === 'start' && hasPreviousPage)
        void fetchFurther(client, queryKey, fetchPreviousPage);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a failure that a look at new rows forgot before it was drawn changes nothing else
    [
      isError,
      errorUpdateCount,
      hasNextPage,
      hasPreviousPage,
      fetchNextPage,
      fetchPreviousPage,
      client,
      queryKey,
    ],
  );
}

/** Reads again what failed. */
function retry({
  isFetchNextPageError,
  isFetchPreviousPageError,
  fetchNextPage,
  fetchPreviousPage,
  refetch,
}: UseInfiniteQueryResult): void {
  void (isFetchNextPageError
    ? fetchNextPage()
    : isFetchPreviousPageError
      ? fetchPreviousPage()
      : refetch());
}

/** A session that went on is news, as one that began is. */
function asOfNow({ id, end_time: end }: SessionRowItem) {
  return { id: `${id} ${end}` };
}

/** A row with the turns it keeps; none of it when it goes. */
function rowLeft(
  project: string,
  row: SessionRowItem,
  pending: PendingDeletes,
): readonly SessionRowItem[] {
  const left = row.trace_count - (pending.turns.get(row.session_id) ?? 0);
  const before = clearedBefore(pending, project);
  if (
    pending.ids.has(row.id) ||
    left <= 0 ||
    (before !== null && Date.parse(row.end_time) < Date.parse(before))
  )
    return [];
  return left === row.trace_count ? [row] : [{ ...row, trace_count: left }];
}
