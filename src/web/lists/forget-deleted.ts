import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ListRow } from './list-row.ts';
import type { RowsCursor, RowsPage } from './rows.calls.ts';

/** Lists are edited in place, and what is read of one span does not change. */
const KEPT = new Set<unknown>(['rows', 'span', 'server']);

/**
 * After a delete: takes what is gone out of every list that has it loaded, and reads again what is
 * on screen and counts it. Counts that are not on screen are forgotten, so that none of them shows
 * what was before.
 */
export async function forgetDeleted(
  client: QueryClient,
  isGone: (row: ListRow) => boolean,
): Promise<void> {
  client.setQueriesData<InfiniteData<RowsPage, RowsCursor>>(
    { queryKey: ['rows'] },
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => !isGone(row)),
        })),
      },
  );
  client.removeQueries({ predicate: tells, type: 'inactive' });
  await client.invalidateQueries({ predicate: (query) => tells(query) && !leavesOut(query) });
  await client.invalidateQueries({ predicate: leavesOut, refetchType: 'none' });
  // A query that excluded only this has been replaced on screen by then.
  setTimeout(
    () => void client.refetchQueries({ predicate: leavesOut, type: 'active', stale: true }),
  );
}

interface Asked {
  readonly queryKey: readonly unknown[];
}

function tells({ queryKey }: Asked): boolean {
  return !KEPT.has(queryKey[0]);
}

/** Whether it is a count without what is about to be deleted. */
function leavesOut({ queryKey }: Asked): boolean {
  return queryKey.some((part) => typeof part === 'object' && part !== null && 'left' in part);
}
