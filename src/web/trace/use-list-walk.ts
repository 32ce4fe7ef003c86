import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { holdKeys } from '#web/platform/keys/type-ahead.ts';
import { sayListEnd } from '#web/lists/list-end.ts';
import { walkFrom, walkTo, extendWalk, walkedList, type WalkPlace } from '#web/lists/list-walk.ts';
import type { Annotated } from '#web/lists/search-params.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { readRows } from '#web/lists/rows.calls.ts';

const ROWS = 200;

/**
 * Reads the next part of the list that is walked through, or the one before; nothing where it was
 * read to that end.
 */
async function readWalkOn(by: 1 | -1): Promise<void> {
  const list = walkedList();
  const cursor = (by > 0 ? list?.later : list?.earlier) ?? null;
  if (list === null || cursor === null) return;
  const { project, range, search, before } = list;
  const wish =
    by > 0
      ? { cursor, at: 0, limit: ROWS }
      : { cursor, at: before, limit: Math.max(1, Math.min(ROWS, before)), backward: true as const };
  const page = await readRows(project, range, search, { ...wish, bare: true });
  extendWalk(
    by,
    page.rows.map(({ href }) => href),
    by > 0 ? page.next : before - page.rows.length <= 0 ? null : page.previous,
  );
}

interface ListWalk {
  /**
   * The current trace's position in the list it was opened from; null if it was opened otherwise.
   */
  readonly place: WalkPlace | null;
  /** Goes to the neighbor; loads more of the list if needed. At an end it shows a note. */
  readonly step: (by: 1 | -1) => Promise<void>;
}

/**
 * Walks through the list that a trace was opened from; the panel that annotates stays open on the
 * way.
 */
export function useListWalk(path: string, annotate: Annotated | undefined): ListWalk {
  const navigate = useNavigate();
  const isReading = useRef(false);
  const place = walkFrom(path);
  const step = async (by: 1 | -1): Promise<void> => {
    if (place === null || isReading.current) return;
    let now: WalkPlace | null = place;
    if ((by > 0 ? now.next : now.previous) === null && (by > 0 ? now.hasNext : now.hasPrevious)) {
      isReading.current = true;
      try {
        await readWalkOn(by);
      } catch (error) {
        const why = error instanceof Error ? error.message : 'unknown server error.';
        showToast({ tone: 'error', text: `The rest of the list could not be loaded: ${why}` });
        return;
      } finally {
        isReading.current = false;
      }
      now = walkFrom(path);
    }
    const to = (by > 0 ? now?.next : now?.previous) ?? null;
    if (now === null || to === null) return sayListEnd(by, `${place.of} in this list`);
    walkTo(now.at + by);
    const isSameTrace = to.split('?')[0] === path;
    if (annotate !== undefined && (!isSameTrace || annotate === 'span')) holdKeys();
    await navigate({ to: withPanel(to, annotate), replace: true });
  };
  return { place, step };
}

function withPanel(address: string, annotate: Annotated | undefined): string {
  return annotate === undefined
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}annotate=${annotate}`;
}
