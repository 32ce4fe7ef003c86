import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnnotationSummary, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import type { ReviewItem } from './review-queue.ts';
import {
  reviewedList,
  reviewedSessions,
  type ReviewSearch,
} from '#web/annotations/review-search.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import {
  sessionAnnotationsOptions,
  traceAnnotationsOptions,
} from '#web/annotations/panel/annotations.calls.ts';
import { readRows } from '#web/lists/rows.calls.ts';
import { readSessionRows, sessionSkeletonOptions } from '#web/sessions/sessions.calls.ts';
import { skeletonOptions } from '#web/trace/traces.calls.ts';

const PAGE_ROWS = 200;
/** So many of a list are reviewed at once, a part of it; the next part when these are done. */
export const REVIEW_MAX = 2000;

interface ReviewItems {
  readonly items: readonly ReviewItem[];
  /** Where the next part of the list begins; null where there is none. */
  readonly next: string | null;
}

interface ItemsPage {
  readonly items: readonly ReviewItem[];
  readonly next: string | null;
}

/**
 * The items of a part of a list, in order, with the reviewer's existing annotations of a name. Read
 * once: new traces don't move the items being reviewed.
 */
export function reviewItemsOptions(project: string, search: ReviewSearch) {
  const { name = '', from = '' } = search;
  const list = search.of === 'sessions' ? reviewedSessions(search) : reviewedList(search);
  return queryOptions({
    queryKey: ['review', project, search.of ?? 'rows', list, name, from],
    queryFn: async ({ signal }): Promise<ReviewItems> => {
      const items: ReviewItem[] = [];
      let cursor: string | null = from;
      while (cursor !== null && items.length < REVIEW_MAX) {
        const page: ItemsPage = await readItems(project, search, name, cursor, signal);
        items.push(...page.items);
        cursor = page.next;
      }
      return { items, next: cursor };
    },
    enabled: name !== '',
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

async function readItems(
  project: string,
  search: ReviewSearch,
  name: string,
  cursor: string,
  signal: AbortSignal,
): Promise<ItemsPage> {
  if (search.of === 'sessions') {
    const {
      range = RANGE_DEFAULT,
      q: text = '',
      sort = 'end_time',
      order = 'desc',
      annotation = null,
    } = reviewedSessions(search);
    const page = await readSessionRows(
      project,
      { range, text, sort, order, annotation },
      cursor,
      PAGE_ROWS,
      signal,
    );
    const items = page.data.map((row): ReviewItem => ({
      target: 'session',
      id: row.session_id,
      traceId: null,
      annotated: isAnnotated(row.annotations, name),
    }));
    return { items, next: page.next_cursor };
  }
  const { range = RANGE_DEFAULT } = search;
  const page = await readRows(
    project,
    range,
    reviewedList(search),
    { cursor, at: 0, limit: PAGE_ROWS, bare: true },
    signal,
  );
  const items = page.rows.map(({ traceId, spanId, annotations }): ReviewItem => ({
    ...(spanId === null ? { target: 'trace', id: traceId } : { target: 'span', id: spanId }),
    traceId,
    annotated: isAnnotated(annotations, name),
  }));
  return { items, next: page.next };
}

function isAnnotated(annotations: readonly AnnotationSummary[], name: string): boolean {
  return annotations.some((one) => one.name === name && one.annotator_kinds.includes('HUMAN'));
}

/** The annotations among which those on an item are. */
export async function readItemAnnotations(
  client: QueryClient,
  project: string,
  item: ReviewItem,
): Promise<readonly AnyAnnotation[]> {
  return item.traceId === null
    ? await client.fetchQuery(sessionAnnotationsOptions(project, item.id))
    : await client.fetchQuery(traceAnnotationsOptions(item.traceId));
}

/** Reads what an item will show before it is come to. */
export function readAhead(client: QueryClient, project: string, item: ReviewItem): void {
  if (item.traceId === null) {
    void client.prefetchQuery(sessionSkeletonOptions(item.id));
    void client.prefetchQuery(sessionAnnotationsOptions(project, item.id));
  } else {
    void client.prefetchQuery(skeletonOptions(item.traceId));
    void client.prefetchQuery(traceAnnotationsOptions(item.traceId));
  }
}
