import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExamplesView } from './example-pages.ts';
import type { ExampleRow } from './example-row.ts';

const NOTHING: ReadonlyMap<string, ExampleRow> = new Map();
/** The most that are chosen at once: they stay in memory, also when they are scrolled past. */
const SELECTED_MAX = 5000;

/** Which examples are chosen, by Global ID. */
export function useExampleSelection(view: ExamplesView) {
  const [selected, setSelected] = useState(NOTHING);
  const last = useRef<number | null>(null);
  const current = useRef(view);
  useEffect(() => {
    current.current = view;
  });
  /** Chooses a row or lets it go; with `through`, chooses all that are read from the one before to this. */
  const toggle = useCallback((index: number, through: boolean) => {
    const { row } = current.current;
    setSelected((before) => {
      const next = new Map(before);
      const one = row(index);
      if (one === null || one === undefined) return before;
      const from = last.current;
      if (through && from !== null)
        for (let at = Math.min(from, index); at <= Math.max(from, index) && next.size < SELECTED_MAX; at++) {
          const between = row(at);
          if (between !== null && between !== undefined) next.set(between.id, between);
        }
      else if (!next.delete(one.id)) next.set(one.id, one);
      return next;
    });
    last.current = index;
  }, []);
  const toggleLoaded = useCallback(() => {
    const { loaded } = current.current;
    setSelected((before) => {
      if (before.size > 0) return NOTHING;
      const next = new Map<string, ExampleRow>();
      for (const [, one] of loaded()) {
        if (next.size >= SELECTED_MAX) break;
        next.set(one.id, one);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setSelected(NOTHING), []);
  return { selected, toggle, toggleLoaded, clear };
}
