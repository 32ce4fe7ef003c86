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
