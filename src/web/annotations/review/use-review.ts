import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readAhead, readItemAnnotations } from './review-items.ts';
import { holdKeys, releaseKeys } from '#web/platform/keys/type-ahead.ts';
import { isAnnotatedByPerson } from '#web/annotations/annotated-thing.ts';
import {
  annotatedCount,
  annotatedOfItem,
  keyOfItem,
  nextOpen,
  type ReviewItem,
} from './review-queue.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';

/** So many items ahead are read before they are come to. */
const AHEAD = 3;

interface ReviewGiven {
  readonly project: string;
  readonly items: readonly ReviewItem[];
  readonly name: string;
  /** Key of the item on screen; undefined before the first. */
  readonly shown: string | undefined;
  readonly show: (item: ReviewItem) => void;
}

/**
 * Walks through the items of a list that no person has annotated yet, and back over those that were
 * just looked at, annotated or not.
 */
export function useReview({ project, items, name, shown, show }: ReviewGiven) {
  const client = useQueryClient();
  const { found, foundNow } = useFound(items, name);
  const [lastAt, setLastAt] = useState<string>();
  const at = shown === undefined ? -1 : items.findIndex((item) => keyOfItem(item) === shown);
  /** Keys of the items one came by. */
  const trail = useRef<string[]>([]);
  const go = useCallback(
    async (by: 1 | -1) => {
      holdKeys();
      const before = by < 0 ? trail.current.pop() : undefined;
      const last = items.find((item) => keyOfItem(item) === before);
      if (last !== undefined) return show(last);
      let to = nextOpen(items, foundNow(), at, by);
      for (let item = items[to]; item !== undefined; item = items[to]) {
        // Another may have annotated it meanwhile; what was read ahead just now is believed.
        const annotations = await readItemAnnotations(client, project, item).catch(() => null);
        if (
          annotations === null ||
          !isAnnotatedByPerson(annotations, annotatedOfItem(item), name)
        ) {
          if (by > 0 && shown !== undefined) trail.current.push(shown);
          return show(item);
        }
        to = nextOpen(items, new Map([...foundNow(), [keyOfItem(item), true]]), to, by);
      }
      // Its own answer may be on its way still: it is the last until that is known.
      setLastAt(shown ?? '');
      releaseKeys();
    },
    [items, foundNow, at, client, project, name, show, shown],
  );
  useEffect(() => {
    if (at < 0) return;
    let ahead = at;
    for (let step = 0; step < AHEAD; step += 1) {
      ahead = nextOpen(items, foundNow(), ahead, 1);
      const item = items[ahead];
      if (item === undefined) return;
      readAhead(client, project, item);
    }
  }, [at, items, foundNow, client, project]);
  const annotated = annotatedCount(items, found);
  const isLast = lastAt === (shown ?? '');
  return { at, go, isLast, isOver: isLast && annotated === items.length, annotated };
}

type Found = ReadonlyMap<string, boolean>;

/**
 * Items that were annotated since the list was read, or no longer are: through changes here, and
 * other users' changes once the page reads them.
 */
function useFound(items: readonly ReviewItem[], name: string) {
  const client = useQueryClient();
  const [found, setFound] = useState<Found>(new Map());
  const newest = useRef(found);
  useEffect(() => {
    const byList = Map.groupBy(items, ({ traceId, id }) =>
      traceId === null ? `session ${id}` : `trace ${traceId}`,
    );
    return client.getQueryCache().subscribe(({ type, query }) => {
      const [kind, of, id] = query.queryKey as readonly unknown[]; // keys are lists
      if (type !== 'updated' || kind !== 'annotations' || query.state.data === undefined) return;
      // what queries of this key hold
      const annotations = query.state.data as readonly AnyAnnotation[];
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
