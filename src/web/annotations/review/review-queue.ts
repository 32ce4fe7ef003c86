import type { AnnotatedThing } from '#web/annotations/annotated-thing.ts';

/** One item of a review: a trace, a span of one, or a session. */
export interface ReviewItem {
  readonly target: 'trace' | 'span' | 'session';
  /** As its sender gave it. */
  readonly id: string;
  /** The trace that it is or lies in; null for a session. */
  readonly traceId: string | null;
  /** Whether a person had annotated it when the list was read. */
  readonly annotated: boolean;
}

export function keyOfItem({
  target,
  id,
  traceId,
}: Pick<ReviewItem, 'target' | 'id' | 'traceId'>): string {
  return target === 'span' ? `${traceId} ${id}` : id;
}

export function annotatedOfItem({ target, id }: Pick<ReviewItem, 'target' | 'id'>): AnnotatedThing {
  return { target, id, position: null };
}

/** Whether an item is annotated: by changes since, else by the list. */
export function isAnnotated(item: ReviewItem, found: ReadonlyMap<string, boolean>): boolean {
  return found.get(keyOfItem(item)) ?? item.annotated;
}

export function annotatedCount(
  items: readonly ReviewItem[],
  found: ReadonlyMap<string, boolean>,
): number {
  return items.filter((item) => isAnnotated(item, found)).length;
}

/**
 * The next open item after a position, or before it. Wraps around, so that skipped items come
 * again. -1 when none is open except the one at that position. A position of -1 is before the
 * first.
 */
export function nextOpen(
  items: readonly ReviewItem[],
  found: ReadonlyMap<string, boolean>,
  from: number,
  by: 1 | -1,
): number {
  const count = items.length;
  for (let steps = 1; steps <= count; steps += 1) {
    const at = (((from + by * steps) % count) + count) % count;
    const item = items[at];
    if (at !== from && item !== undefined && !isAnnotated(item, found)) return at;
  }
  return -1;
}
