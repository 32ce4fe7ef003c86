import { queryOptions } from '@tanstack/react-query';
import type { ReviewItem } from '../lib/annotation/review-queue.ts';
import type { ListSearch } from '../lib/search-params.ts';
import { RANGE_DEFAULT } from '../lib/time-range.ts';
import { FIRST_PAGE, readRows } from './rows.ts';
import type { RowsCursor } from './rows.ts';

const PAGE_ROWS = 200;
/** So many of a list are reviewed at once; the rest when these are done. */
export const REVIEW_MAX = 2000;

interface ReviewItems {
  readonly items: readonly ReviewItem[];
  /** Whether the list holds no more than these. */
  readonly complete: boolean;
}

/**
 * What a list holds, in its order, with what a person has judged under a name already. Read once: new traces do not move what is being
 * walked through.
 */
export function reviewItemsOptions(project: string, search: ListSearch, name: string) {
  const { range = RANGE_DEFAULT, scope, q, sort } = search;
  return queryOptions({
    queryKey: ['review', project, range, scope, q, sort, name],
    queryFn: async ({ signal }): Promise<ReviewItems> => {
      const items: ReviewItem[] = [];
      let cursor: RowsCursor | null = FIRST_PAGE;
      while (cursor !== null && items.length < REVIEW_MAX) {
        const page = await readRows(project, range, search, { ...cursor, limit: PAGE_ROWS, bare: true }, signal);
        items.push(
          ...page.rows.map(({ traceId, spanId, annotations }) => ({
            traceId,
            spanId,
            judged: annotations.some((one) => one.name === name && one.annotator_kinds.includes('HUMAN')),
          })),
        );
        cursor = page.next === null ? null : { cursor: page.next, at: items.length };
      }
      return { items, complete: cursor === null };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}
