import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { itemOfRow } from '../../lib/compare-folds.ts';
import type { CompareItem } from '../../lib/compare-folds.ts';
import { exchangedPlace } from '../../lib/compare-rows.ts';
import type { CompareRow } from '../../lib/compare-rows.ts';
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
  scrollTo: (item: number) => void,
): void {
  const before = useRef<Listed | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { a, b, rows, items, at };
    const box = scroller.current;
    if (was === null || box === null || was.a === a || was.a !== b) {
      if (was?.at !== at) scrollTo(at);
      return;
    }
    const isSeen = was.at * height >= box.scrollTop && (was.at + 1) * height <= box.scrollTop + box.clientHeight;
    const held = isSeen ? was.at : Math.ceil(box.scrollTop / height);
    const row = was.rows[was.items[held]?.row ?? -1];
    const place = row === undefined ? -1 : exchangedPlace(row, rows);
    if (place >= 0) box.scrollBy({ top: (itemOfRow(items, place) - held) * height, behavior: 'instant' });
  });
}
