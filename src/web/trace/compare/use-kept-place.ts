import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { itemOfRow } from './compare-folds.ts';
import type { CompareItem } from './compare-folds.ts';
import { exchangedPlace } from './compare-rows.ts';
import type { CompareRow } from './compare-rows.ts';
import type { LoadedSide } from './use-sides.ts';

interface Listed {
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  readonly rows: readonly CompareRow[];
  readonly items: readonly CompareItem[];
  readonly at: number;
}

/** Keeps the chosen line in view; and while the sides are exchanged every line where it is: the chosen one, or else the first that is seen. */
export function useKeptPlace(
  { a, b, rows, items, at }: Listed,
  height: number,
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (item: number, align: 'auto' | 'center') => void,
): void {
  const before = useRef<Listed | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { a, b, rows, items, at };
    const box = scroller.current;
    if (box === null) return;
    const isSeen = (item: number): boolean => item * height >= box.scrollTop && (item + 1) * height <= box.scrollTop + box.clientHeight;
    if (was === null || was.a === a || was.a !== b) {
      // A far target is shown in the middle, with its surroundings.
      if (was?.at !== at && !isSeen(at)) scrollTo(at, Math.abs(at - (was?.at ?? -1)) > 1 ? 'center' : 'auto');
      return;
    }
    const held = isSeen(was.at) ? was.at : Math.ceil(box.scrollTop / height);
    const row = was.rows[was.items[held]?.row ?? -1];
    const place = row === undefined ? -1 : exchangedPlace(row, rows);
    if (place >= 0) box.scrollBy({ top: (itemOfRow(items, place) - held) * height, behavior: 'instant' });
  });
}
