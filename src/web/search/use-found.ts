import { CancelledError, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { SpanSearched, SpanSearchHit } from '#contracts/search/span-search.ts';
import { spanSearchOptions, whyNotSearched, type SearchAsk } from './span-search.calls.ts';

export interface Found {
  readonly hits: readonly SpanSearchHit[];
  /** Null before the first reply. */
  readonly searched: SpanSearched | null;
  readonly isSearching: boolean;
  readonly error: Error | null;
  /** Whether the newest results wanted so far were found, and there may be more. */
  readonly isFull: boolean;
  /** Whether older spans were not searched. */
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly stop: () => void;
  readonly retry: () => void;
}

/** What a search found so far. */
export function useFound(ask: SearchAsk): Found {
  const options = spanSearchOptions(ask);
  const client = useQueryClient();
  const query = useInfiniteQuery({ ...options, enabled: whyNotSearched(ask.text) === null });
  const { data, isFetching, error, hasNextPage, fetchNextPage, refetch } = query;
  const pages = data?.pages ?? [];
  const last = pages.at(-1);
  // A search that is stopped before its first reply has all of it before it.
  const isUnbegun = error instanceof CancelledError && last === undefined;
  return {
    hits: pages.flatMap((page) => page.data),
    searched: last?.searched ?? null,
    isSearching: isFetching,
    error: error instanceof CancelledError ? null : error,
    isFull: last !== undefined && last.data.length >= ask.limit,
    hasMore: hasNextPage || isUnbegun,
    more: () => void (isUnbegun ? refetch() : fetchNextPage({ cancelRefetch: false })),
    stop: () => void client.cancelQueries({ queryKey: options.queryKey }, { revert: false }),
    retry: () => void refetch(),
  };
}
