import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type {
  ExperimentEvent,
  ExperimentSummary,
} from '#contracts/experiments/experiment-figures.ts';
import type { LiveState } from '#web/platform/http/live.ts';
import { EXPERIMENTS_KEY, summariesOptions, summaryOptions } from '../experiments.calls.ts';
import { mapSummaries, rowsOf, withEvents, type SummaryPages } from './live-summaries.ts';
import { useExperimentEvents } from '../use-experiment-events.ts';

/**
 * Figures are computed from all runs: for a running experiment they are refreshed at most this
 * often.
 */
const FIGURES_MS = 2000;
/** When more experiments than these changed at once, the list is read again as a whole. */
const SINGLY_MAX = 4;
/**
 * Traces arrive after their runs: tokens and cost are refreshed at this interval, and this many
 * times.
 */
const PENDING_MS = 4000;
const PENDING_TIMES = 8;

export interface SummaryList {
  readonly rows: readonly ExperimentSummary[];
  /** Whether the first page is still being read. */
  readonly isPending: boolean;
  /** Whether anything is loading: a further page, or a refresh. */
  readonly isFetching: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  readonly live: LiveState;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Experiments of a dataset with their figures, newest first, kept up to date while they run. */
export function useSummaries(dataset: string, nameContains: string): SummaryList {
  const client = useQueryClient();
  const query = useInfiniteQuery(summariesOptions(dataset, nameContains));
  const { data, isPending, isFetching, hasNextPage, error, fetchNextPage, refetch } = query;
  const rows = useMemo(() => rowsOf(data), [data]);
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const ids = [...changed.current];
      changed.current.clear();
      void readAgain(client, dataset, ids);
    }, FIGURES_MS);
  }, [client, dataset]);
  useEffect(() => () => clearTimeout(timer.current), [dataset]);
  const onEvents = useCallback(
    (events: readonly ExperimentEvent[]) => {
      const known = knownIds(client, dataset);
      const isNew =
        events.length === 0 ||
        events.some((event) => !event.is_deleted && !known.has(event.experiment_id));
      client.setQueriesData<SummaryPages>(
        { queryKey: [EXPERIMENTS_KEY, dataset] },
        (pages) => pages && withEvents(pages, events),
      );
      if (isNew) void client.invalidateQueries({ queryKey: [EXPERIMENTS_KEY, dataset] });
      for (const event of events) if (!event.is_deleted) changed.current.add(event.experiment_id);
      if (changed.current.size > 0) refresh();
    },
    [client, dataset, refresh],
  );
  const live = useExperimentEvents(dataset, onEvents);
  usePending(rows, (ids) => {
    for (const id of ids) changed.current.add(id);
    refresh();
  });
  return {
    rows,
    isPending,
    isFetching,
    hasMore: hasNextPage,
    error,
    live,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    retry: () => void refetch(),
  };
}

function knownIds(client: QueryClient, dataset: string): ReadonlySet<string> {
  const lists = client.getQueriesData<SummaryPages>({ queryKey: [EXPERIMENTS_KEY, dataset] });
  return new Set(
    lists.flatMap(([, pages]) => rowsOf(pages).map(({ experiment }) => experiment.id)),
  );
}

/** Reads the figures of some experiments and puts them in every list that is shown. */
async function readAgain(
  client: QueryClient,
  dataset: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > SINGLY_MAX)
    return client.invalidateQueries({ queryKey: [EXPERIMENTS_KEY, dataset] });
  const replies = await Promise.allSettled(
    ids.map((id) => client.fetchQuery({ ...summaryOptions(id), staleTime: 0 })),
  );
  const fresh = new Map(
    replies.flatMap((one) =>
      one.status === 'fulfilled' ? [[one.value.summary.experiment.id, one.value.summary]] : [],
    ),
  );
  client.setQueriesData<SummaryPages>(
    { queryKey: [EXPERIMENTS_KEY, dataset] },
    (pages) =>
      pages && mapSummaries(pages, (summary) => fresh.get(summary.experiment.id) ?? summary),
  );
  return undefined;
}

/**
 * Asks again for experiments with traces whose tokens and cost are not known yet; not for ever,
 * since some traces never arrive.
 */
function usePending(
  rows: readonly ExperimentSummary[],
  onPending: (ids: readonly string[]) => void,
): void {
  const asked = useRef(new Map<string, number>());
  const callback = useRef(onPending);
  useEffect(() => {
    callback.current = onPending;
  });
  useEffect(() => {
    const due = rows.filter(
      ({ experiment, pending_traces }) =>
        pending_traces > 0 && (asked.current.get(experiment.id) ?? 0) < PENDING_TIMES,
    );
    if (due.length === 0) return undefined;
    const wait = setTimeout(() => {
      const ids = due.map(({ experiment }) => experiment.id);
      for (const id of ids) asked.current.set(id, (asked.current.get(id) ?? 0) + 1);
      callback.current(ids);
    }, PENDING_MS);
    return () => clearTimeout(wait);
  }, [rows]);
}
