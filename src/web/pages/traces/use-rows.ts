import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { spanFilterOf, traceFilterOf } from '../../api/list-filter.ts';
import { spanRows, spanRowsOptions, traceRows, traceRowsOptions } from '../../api/rows.ts';
import { rowOfSpan, rowOfTrace } from '../../components/row-model.ts';
import type { ListRow } from '../../components/row-model.ts';
import { useHeld } from '../../lib/use-held.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import type { RangeText } from '../../lib/time-range.ts';
import { useWaiting } from './use-waiting.ts';

/** Charts and counts follow commits no faster than this. */
const FIGURES_EVERY_MS = 3000;
const NO_ROWS: readonly ListRow[] = [];

/** The rows of a list, page by page, and what to do when new ones arrive. */
export function useRows(project: string, range: RangeText, search: ListSearch) {
  const ofTraces = search.scope === undefined;
  const traceOptions = traceRowsOptions(project, range, traceFilterOf(search), ofTraces);
  const spanOptions = spanRowsOptions(project, range, spanFilterOf(search), !ofTraces);
  const traces = useInfiniteQuery(traceOptions);
  const spans = useInfiniteQuery(spanOptions);
  const query = ofTraces ? traces : spans;
  const atTop = useRef(true);
  const [generation, pulse] = useSlowPulse();
  const [topSignal, setTopSignal] = useState(0);
  const read = useMemo(
    (): readonly ListRow[] | undefined =>
      ofTraces
        ? traces.data?.pages.flatMap((page) => page.data.map((row) => rowOfTrace(project, row)))
        : spans.data?.pages.flatMap((page) => page.data.map((row) => rowOfSpan(project, row))),
    [ofTraces, project, traces.data, spans.data],
  );
  // A refused filter or a server out of reach takes nothing away that is already on screen.
  const held = useHeld(`${project} ${search.scope ?? ''}`, query.isPlaceholderData ? undefined : read);
  const rows = read ?? held ?? NO_ROWS;
  const waiting = useWaiting(ofTraces ? 'trace' : 'span', rows, async () => {
    if (search.sort !== undefined) return [];
    return (await (ofTraces ? traceRows(project, range, traceFilterOf(search), '') : spanRows(project, range, spanFilterOf(search), '')))
      .data;
  });
  const { look, clear } = waiting;
  const refresh = useRefresh(ofTraces ? traceOptions.queryKey : spanOptions.queryKey);
  const showNewest = useCallback(() => {
    clear();
    setTopSignal((before) => before + 1);
    refresh();
  }, [refresh, clear]);
  const onCommit = useCallback(() => {
    pulse();
    // What is being read never moves: at the top new rows come in, further down they wait behind a pill.
    if (atTop.current) refresh();
    else look();
  }, [refresh, pulse, look]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const setAtTop = useCallback(
    (value: boolean) => {
      atTop.current = value;
      if (value) clear();
    },
    [clear],
  );
  return {
    rows,
    pending: query.isPending && rows.length === 0,
    stale: query.isPlaceholderData || read === undefined,
    error: query.isError ? query.error : null,
    retry: () => void query.refetch(),
    waiting: waiting.label,
    showNewest,
    topSignal,
    generation,
    onCommit,
    more,
    setAtTop,
  };
}

/** Reads the first page of a list again; the others are asked for again when they are scrolled to. */
function useRefresh(key: QueryKey): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    client.setQueryData<InfiniteData<unknown>>(
      key,
      (before) => before && { pages: before.pages.slice(0, 1), pageParams: before.pageParams.slice(0, 1) },
    );
    void client.invalidateQueries({ queryKey: key, exact: true });
  }, [client, key]);
}

/** A number that rises some time after it was told to, however often it was told. */
function useSlowPulse(): [number, () => void] {
  const [generation, setGeneration] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pulse = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setGeneration((before) => before + 1);
    }, FIGURES_EVERY_MS);
  }, []);
  return [generation, pulse];
}
