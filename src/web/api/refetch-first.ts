import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads the first page of a list again; the others are let go, and asked for when they are scrolled to. What is being read may be from before
 * whatever is now to be seen: it is waited for and not broken off, or a list that takes long to read would never come while much is stored.
 */
export async function refetchFirst<Page, Cursor>(client: QueryClient, queryKey: QueryKey, first: Cursor): Promise<void> {
  const list = { queryKey, exact: true };
  if (client.isFetching(list) > 0) await client.refetchQueries(list, { cancelRefetch: false });
  client.setQueryData<InfiniteData<Page, Cursor>>(queryKey, (before) => before && { pages: before.pages.slice(0, 1), pageParams: [first] });
  await client.invalidateQueries(list);
}

/**
 * Reads a further page of a list. Asked while something else of it is being read, the library takes that for the answer: then it is asked once
 * more, unless a page came.
 */
export async function fetchFurther(
  client: QueryClient,
  queryKey: QueryKey,
  fetch: (options: { readonly cancelRefetch: false }) => Promise<unknown>,
): Promise<void> {
  const pages = (): number => client.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0;
  const isBusy = client.isFetching({ queryKey, exact: true }) > 0;
  const before = pages();
  await fetch({ cancelRefetch: false });
  if (isBusy && pages() === before) await fetch({ cancelRefetch: false });
}
