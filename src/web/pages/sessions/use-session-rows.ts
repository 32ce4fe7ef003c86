import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { SessionRow } from '../../api/model.ts';
import { sessionRowsOptions } from '../../api/sessions.ts';
import { clearedBefore, usePendingDeletes } from '../../lib/deferred-delete.ts';
import type { PendingDeletes } from '../../lib/deferred-delete.ts';
import type { SessionListSearch } from '../../lib/search-params.ts';
import { RANGE_DEFAULT } from '../../lib/time-range.ts';

/** The sessions of a list, page by page in both directions, without what is about to be deleted. */
export function useSessionRows(project: string, search: SessionListSearch) {
  const { range = RANGE_DEFAULT, q = '', sort = 'end_time', order = 'desc', annotation = null } = search;
  const query = useInfiniteQuery(sessionRowsOptions(project, { range, text: q, sort, order, annotation }));
  const { data, isError, fetchNextPage, fetchPreviousPage, hasNextPage, hasPreviousPage } = query;
  const pending = usePendingDeletes();
  const rows = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.data).flatMap((row) => rowLeft(project, row, pending)),
    [project, data, pending],
  );
  const onEdge = useCallback(
    (edge: 'start' | 'end') => {
      if (isError) return;
      if (edge === 'end' && hasNextPage) void fetchNextPage({ cancelRefetch: false });
      if (edge === 'start' && hasPreviousPage) void fetchPreviousPage({ cancelRefetch: false });
    },
    [isError, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage],
  );
  const first = data?.pages[0];
  return { query, rows, onEdge, base: first === undefined || !hasPreviousPage ? 0 : Math.max(0, first.from) };
}

/** A row with the turns it keeps; none of it when it goes. */
function rowLeft(project: string, row: SessionRow, pending: PendingDeletes): readonly SessionRow[] {
  const left = row.trace_count - (pending.turns.get(row.session_id) ?? 0);
  const before = clearedBefore(pending, project);
  if (pending.ids.has(row.id) || left <= 0 || (before !== null && Date.parse(row.end_time) < Date.parse(before))) return [];
  return left === row.trace_count ? [row] : [{ ...row, trace_count: left }];
}
