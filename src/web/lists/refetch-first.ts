import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads the first page of a list again; drops the others, which are fetched again on scrolling. A
 * read in progress may predate the new rows: it is awaited and not canceled, or a slow list would
 * never load while many spans arrive.
 */
export async function refetchFirst<Page, Cursor>(
  client: QueryClient,
  queryKey: QueryKey,
  first: Cursor,
): Promise<void> {
  const list = { queryKey, exact: true };
  if (client.isFetching(list) > 0) await client.refetchQueries(list, { cancelRefetch: false });
  client.setQueryData<InfiniteData<Page, Cursor>>(
    queryKey,
    (before) => before && { pages: before.pages.slice(0, 1), pageParams: [first] },
  );
  await client.invalidateQueries(list);
}

/**
 * Reads a further page of a list. If another part of the list is being read, the library returns
 * that result instead: then the page is requested again, unless it has arrived.
 */
export async function fetchFurther(
  client: QueryClient,
  queryKey: QueryKey,
  fetch: (options: { readonly cancelRefetch: false }) => Promise<unknown>,
): Promise<void> {
  const pages = (): number =>
    client.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0;
  const isBusy = client.isFetching({ queryKey, exact: true }) > 0;
  const before = pages();
  await fetch({ cancelRefetch: false });
  if (isBusy && pages() === before) await fetch({ cancelRefetch: false });
}

/**
 * The rows of a list's pages with those of its first page as it is now in front. For a first page
 * that ended early: what was searched after it is not searched again.
 */
export function withNewest<Row extends { readonly id: string }>(
  pages: readonly (readonly Row[])[],
  newest: readonly Row[],
): readonly (readonly Row[])[] {
  const ids = new Set(newest.map(({ id }) => id));
  return pages.map((rows, at) => [
    ...(at === 0 ? newest : []),
    ...rows.filter(({ id }) => !ids.has(id)),
  ]);
}
