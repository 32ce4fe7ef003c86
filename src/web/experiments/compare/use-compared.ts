import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { datasetExperimentsOptions } from './comparison.calls.ts';

export interface Compared {
  /** In the order of the address, as far as they are known. */
  readonly experiments: readonly Experiment[];
  /** Numbers that no experiment of the dataset has. */
  readonly unknown: readonly number[];
  /** Every experiment of the dataset that has been read, newest first. */
  readonly all: readonly Experiment[];
  readonly isPending: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * The experiments that an address names by their numbers. Older ones are read on until all of them
 * are found.
 */
export function useCompared(dataset: string, numbers: readonly number[]): Compared {
  const query = useInfiniteQuery(datasetExperimentsOptions(dataset));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const all = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const found = useMemo(() => {
    const byNumber = new Map(all.map((one) => [one.sequence_number, one]));
    return numbers.map((number) => byNumber.get(number));
  }, [all, numbers]);
  const isMissing = found.includes(undefined);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  const experiments = useMemo(() => found.filter((one) => one !== undefined), [found]);
  const isPending = data === undefined || (isMissing && hasNextPage);
  return {
    experiments,
    unknown: isPending ? [] : numbers.filter((_, at) => found[at] === undefined),
    all,
    isPending: isPending && error === null,
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    error: isPending ? error : null,
    retry: () => void refetch(),
  };
}
