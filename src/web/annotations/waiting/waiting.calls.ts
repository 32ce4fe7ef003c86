import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { deleteWaitingAnnotation, listWaitingAnnotations } from '#contracts/annotations/routes.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 100;

/** How many annotations wait for their targets, since when, and how many expired. */
export const waitingCountOptions = queryOptions({
  queryKey: ['waiting-annotations', 'count'],
  queryFn: async ({ signal }) => {
    const page = await call(listWaitingAnnotations, { query: { limit: 1 }, signal });
    return { total: page.total, oldestAt: page.oldest_received_at, expired: page.expired };
  },
  staleTime: 5000,
  refetchInterval: 30_000,
});

/** Waiting annotations, oldest first, page by page. */
export const waitingOptions = infiniteQueryOptions({
  queryKey: ['waiting-annotations', 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE_ROWS, ...cursorParam(pageParam) };
    return await call(listWaitingAnnotations, { query, signal });
  },
  initialPageParam: '',
  getNextPageParam: (last) => last.next_cursor,
});

/** Drops one: it is not applied when its target comes. */
export async function dropWaiting(id: string, keepalive: boolean): Promise<void> {
  await call(deleteWaitingAnnotation, { params: { waiting_id: id }, keepalive });
}
