import { useCallback, useRef, useState } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import { placeOf, rememberPlace, type SelectedRow } from '#web/lists/list-place.ts';

const NOTHING: ReadonlyMap<string, SelectedRow> = new Map();

/**
 * A list's selection, by the list's identity. It persists while the list grows, and on return with
 * Back.
 */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, selected: placeOf(list).selected });
  // Another list, another selection.
  if (state.list !== list) setState({ list, selected: placeOf(list).selected });
  const selected = state.list === list ? state.selected : NOTHING;
  const last = useRef<string | null>(null);
  const set = useCallback(
    (next: ReadonlyMap<string, SelectedRow>) => {
      rememberPlace(list, { selected: next });
      setState({ list, selected: next });
    },
    [list],
  );
  /** Chooses a row or lets it go; with `through`, chooses all from the one before to this. */
  const toggle = useCallback(
    (rows: readonly ListRow[], index: number, through: boolean) => {
      const row = rows[index];
      if (row === undefined) return;
      const next = new Map(selected);
      const from = through ? rows.findIndex((one) => one.id === last.current) : -1;
      if (from >= 0)
        for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1))
          next.set(one.id, selectedRow(one));
      else if (!next.delete(row.id)) next.set(row.id, selectedRow(row));
      last.current = row.id;
      set(next);
    },
    [selected, set],
  );
  const toggleLoaded = useCallback(
    (rows: readonly ListRow[]) => {
      const all = rows.every((row) => selected.has(row.id));
      set(
        all
          ? NOTHING
          : new Map([...selected, ...rows.map((row) => [row.id, selectedRow(row)] as const)]),
      );
    },
    [selected, set],
  );
  const clear = useCallback(() => set(NOTHING), [set]);
  return { selected, set, toggle, toggleLoaded, clear };
}

export function selectedRow({ id, traceId, spanId, session }: ListRow): SelectedRow {
  return { id, traceId, spanId, session };
}
