import { CancelledError, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SpanSearched, SpanSearchHit } from '#contracts/search/span-search.ts';
import { byTrace } from './found-traces.ts';
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

interface FoundAsk extends SearchAsk {
  /** More pages are read until spans of so many traces are found. */
  readonly traces: number;
}

/** Pages that are read for that: each call of a long agent may repeat the text. */
const PAGES_MAX = 8;

/** What a search found so far. */
export function useFound({ traces, ...ask }: FoundAsk): Found {
  const options = spanSearchOptions(ask);
  const client = useQueryClient();
  const query = useInfiniteQuery({ ...options, enabled: whyNotSearched(ask.text) === null });
  const { data, isFetching, error, hasNextPage, fetchNextPage, refetch } = query;
  const pages = data?.pages ?? [];
  const last = pages.at(-1);
  // A search that is stopped before its first reply has all of it before it.
  const isUnbegun = error instanceof CancelledError && last === undefined;
  const hits = pages.flatMap((page) => page.data);
  const isFull = last !== undefined && last.data.length >= ask.limit;
  const wantsMore = isFull && pages.length < PAGES_MAX && byTrace(hits).length < traces;
  const goesOn = wantsMore && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (goesOn) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, fetchNextPage]);
  return {
    hits,
    searched: last?.searched ?? null,
    isSearching: isFetching || goesOn,
    error: error instanceof CancelledError ? null : error,
    isFull,
    hasMore: hasNextPage || isUnbegun,
    more: () => void (isUnbegun ? refetch() : fetchNextPage({ cancelRefetch: false })),
    stop: () => void client.cancelQueries({ queryKey: options.queryKey }, { revert: false }),
    retry: () => void refetch(),
  };
}
