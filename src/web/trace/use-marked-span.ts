import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { markedSpanOptions } from './traces.calls.ts';

/**
 * Chooses the first span that holds what is marked, where none is chosen: a list of traces tells
 * only that one of their spans does.
 */
export function useMarkedSpan(
  project: string,
  trace: string,
  { mark, span }: TraceSearch,
  onSearch: (changes: { readonly span: string }) => void,
): void {
  const isWanted = mark !== undefined && span === undefined;
  const { data } = useQuery({
    ...markedSpanOptions(project, trace, mark ?? ''),
    enabled: isWanted,
  });
  const choose = useRef(onSearch);
  useEffect(() => {
    choose.current = onSearch;
  });
  useEffect(() => {
    if (isWanted && typeof data === 'string') choose.current({ span: data });
  }, [isWanted, data]);
}
