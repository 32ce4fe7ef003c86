import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { spanFilterOf, traceFilterOf } from '../../api/list-filter.ts';
import { spanRowsOptions, traceRowsOptions } from '../../api/rows.ts';
import { rowOfSpan, rowOfTrace } from '../../components/row-model.ts';
import type { ListRow } from '../../components/row-model.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import type { RangeText } from '../../lib/time-range.ts';

/** The rows of a list, page by page, and what to do when new ones arrive. */
export function useRows(project: string, range: RangeText, search: ListSearch) {
  const client = useQueryClient();
  const ofTraces = search.scope === undefined;
  const traceOptions = traceRowsOptions(project, range, traceFilterOf(search), ofTraces);
  const spanOptions = spanRowsOptions(project, range, spanFilterOf(search), !ofTraces);
  const traces = useInfiniteQuery(traceOptions);
  const spans = useInfiniteQuery(spanOptions);
  const query = ofTraces ? traces : spans;
  const atTop = useRef(true);
  const [waiting, setWaiting] = useState(0);
  const [generation, setGeneration] = useState(0);
  const rows = useMemo(
    (): readonly ListRow[] =>
      ofTraces
        ? (traces.data?.pages ?? []).flatMap((page) => page.data.map((row) => rowOfTrace(project, row)))
        : (spans.data?.pages ?? []).flatMap((page) => page.data.map((row) => rowOfSpan(project, row))),
    [ofTraces, project, traces.data, spans.data],
  );
  const key = ofTraces ? traceOptions.queryKey : spanOptions.queryKey;
  const showNewest = useCallback(() => {
    setWaiting(0);
    void client.resetQueries({ queryKey: key, exact: true });
  }, [client, key]);
  const onCommit = useCallback(
    (stored: number) => {
      setGeneration((before) => before + 1);
      // What is being read never moves: at the top new rows come in, further down they wait behind a pill.
      if (!atTop.current) setWaiting((before) => before + stored);
      else void client.invalidateQueries({ queryKey: key, exact: true });
    },
    [client, key],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const setAtTop = useCallback((value: boolean) => {
    atTop.current = value;
  }, []);
  return {
    rows,
    pending: query.isPending,
    stale: query.isPlaceholderData,
    error: query.isError && !query.isPlaceholderData && rows.length === 0 ? query.error : null,
    retry: () => void query.refetch(),
    waiting,
    showNewest,
    generation,
    onCommit,
    more,
    setAtTop,
  };
}
