import { useNavigate } from '@tanstack/react-router';
import { useState, type RefObject } from 'react';
import { exampleKey } from '#web/platform/address/address-ids.ts';
import type { ExamplesView } from './example-pages.ts';
import type { ExampleRow } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { datasetsPath } from '#web/platform/address/paths.ts';
import type { ChangeExamples } from './use-examples-model.ts';
import type { ExamplesControl } from './examples-table.tsx';
import type { useExampleSelection } from './use-example-selection.ts';

interface ExampleKeys {
  readonly view: ExamplesView;
  readonly search: ExamplesSearch;
  readonly change: ChangeExamples;
  readonly control: RefObject<ExamplesControl | null>;
  readonly selection: ReturnType<typeof useExampleSelection>;
  /** Null where the version shown is not the newest. */
  readonly onEdit: ((row: ExampleRow | null) => void) | null;
  readonly onRemove: ((row: ExampleRow) => void) | null;
}

/** Which row is active, which is open beside the list, and the keys for it. */
export function useExampleKeys({ view, search, change, control, selection, onEdit, onRemove }: ExampleKeys) {
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  const at = active ?? 0;
  const rowAt = (index: number): ExampleRow | null => view.row(index) ?? null;
  const peekAt = (index: number, replace: boolean): void => {
    const row = rowAt(index);
    if (row !== null) change({ example: exampleKey(row.id) }, { replace });
  };
  const closePeek = (): void => change({ example: undefined, tab: undefined });
  const go = (to: number): void => {
    const index = Math.max(0, Math.min(view.count - 1, to));
    setActive(index);
    control.current?.show(index);
    if (search.example !== undefined) peekAt(index, true);
  };
  const walk = (by: number): void => go(active === null ? 0 : active + by);
  const extend = (by: number): void => {
    if (active === null) return walk(by);
    if (selection.selected.size === 0) selection.toggle(active, false);
    go(active + by);
    selection.toggle(Math.max(0, Math.min(view.count - 1, active + by)), true);
  };
  const open = (index: number): void => {
    setActive(index);
    peekAt(index, search.example !== undefined);
  };
  const withRow = (act: ((row: ExampleRow) => void) | null) => (): void => {
    const row = active === null ? null : rowAt(active);
    if (row !== null) act?.(row);
  };
  useKeys(
    {
      ArrowDown: { what: 'Move', run: () => walk(1) },
      ArrowUp: { what: 'Move', run: () => walk(-1) },
      'Shift+ArrowDown': { what: 'Select on the way', run: () => extend(1) },
      'Shift+ArrowUp': { what: 'Select on the way', run: () => extend(-1) },
      j: { what: 'Next, previous', run: () => walk(1) },
      k: { what: 'Next, previous', run: () => walk(-1) },
      Home: { what: 'First, last row', run: () => go(0) },
      End: { what: 'First, last row', run: () => go(view.count - 1) },
      Enter: { what: 'Open', run: () => open(at) },
      ' ': { what: 'Open', run: () => (search.example === undefined ? open(at) : closePeek()) },
      x: { what: 'Select', run: () => selection.toggle(at, false) },
      ...(onEdit === null ? {} : { e: { what: 'Edit', run: withRow(onEdit) } }),
      ...(onEdit === null ? {} : { n: { what: 'New example', run: () => onEdit(null) } }),
      ...(onRemove === null ? {} : { Delete: { what: 'Delete', run: withRow(onRemove) } }),
      Escape: {
        what: 'Up one level',
        run: () => {
          if (search.example !== undefined) closePeek();
          else if (selection.selected.size > 0) selection.clear();
          else void navigate({ to: datasetsPath });
        },
      },
    },
    'Examples',
  );
  return { active, walk, open, closePeek, rowOf: (id: string) => rowOf(view, id, active) };
}

/** The row of an id, where it has been read: the active one first, for that is the one asked for mostly. */
function rowOf(view: ExamplesView, id: string, active: number | null): ExampleRow | null {
  const first = active === null ? null : view.row(active);
  if (first?.id === id) return first;
  for (const [, row] of view.loaded()) if (row.id === id || row.ownId === id) return row;
  return null;
}
