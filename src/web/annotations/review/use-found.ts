import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { isAnnotatedByPerson } from '#web/annotations/annotated-thing.ts';
import { annotatedOfItem, keyOfItem } from './review-queue.ts';
import type { ReviewItem } from './review-queue.ts';

type Found = ReadonlyMap<string, boolean>;

/**
 * Items that were annotated since the list was read, or no longer are: through changes here, and other users' changes once the page reads
 * them.
 */
export function useFound(items: readonly ReviewItem[], name: string) {
  const client = useQueryClient();
  const [found, setFound] = useState<Found>(new Map());
  const newest = useRef(found);
  useEffect(() => {
    const byList = Map.groupBy(items, ({ traceId, id }) => (traceId === null ? `session ${id}` : `trace ${traceId}`));
    return client.getQueryCache().subscribe(({ type, query }) => {
      const [kind, of, id] = query.queryKey as readonly unknown[]; // keys are lists
      if (type !== 'updated' || kind !== 'annotations' || query.state.data === undefined) return;
      const annotations = query.state.data as readonly AnyAnnotation[]; // what queries of this key hold
      const next = new Map(newest.current);
      for (const item of byList.get(`${String(of)} ${String(id)}`) ?? [])
        next.set(keyOfItem(item), isAnnotatedByPerson(annotations, annotatedOfItem(item), name));
      const isChanged = [...next].some(([key, annotated]) => newest.current.get(key) !== annotated);
      if (!isChanged) return;
      newest.current = next;
      setFound(next);
    });
  }, [client, items, name]);
  /** Also between two draws: a key may come before the next. */
  const foundNow = useCallback(() => newest.current, []);
  return { found, foundNow };
}
