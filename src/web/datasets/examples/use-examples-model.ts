import { useNavigate } from '@tanstack/react-router';
import {
  useCallback,
  useMemo,
  useRef,
  useEffect,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { ExampleRow } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import type { ExamplesControl } from './examples-table.tsx';
import { useExampleChanges } from './use-example-changes.ts';
import { useMay } from '#web/accounts/may.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { exampleOptions, exampleReader } from './dataset-examples.calls.ts';
import { useDraftOwner } from '#web/accounts/use-kept-draft.ts';
import { formsWithDraft } from '#web/platform/storage/drafts.ts';
import { exampleForm } from './example-form.ts';
import { versionOfKey, exampleKey } from '#web/platform/address/address-ids.ts';
import { ExamplePages, type ExamplesView } from './example-pages.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { datasetsPath } from '#web/platform/address/paths.ts';

export type ChangeExamples = (
  changes: Changes<ExamplesSearch>,
  how?: { readonly replace: boolean },
) => void;

export type ExamplesModel = ReturnType<typeof useExamplesModel>;

/**
 * A list of examples: its rows, which is active, open or edited, which are chosen, and what can be
 * done with them.
 */
export function useExamplesModel(dataset: Dataset, search: ExamplesSearch) {
  const navigate = useNavigate({ from: '/datasets/$dataset/examples' });
  const change = useCallback<ChangeExamples>(
    (changes, how) =>
      void navigate({ search: (before) => withChanges<ExamplesSearch>(before, changes), ...how }),
    [navigate],
  );
  const { pages, view } = useExamples(dataset, search);
  const selection = useExampleSelection(view);
  const changes = useExampleChanges(dataset, pages);
  const control = useRef<ExamplesControl>(null);
  const may = useMay('datasets:write');
  // Earlier versions are what they were.
  const canEdit = may && search.version === undefined;
  const [editing, setEditing] = useEditing(dataset.id, canEdit);
  const onEdit = canEdit ? (row: ExampleRow | null) => setEditing({ row }) : null;
  const onRemove = canEdit ? (row: ExampleRow) => changes.remove([row]) : null;
  const keys = useExampleKeys({ view, search, change, control, selection, onEdit, onRemove });
  const show = useCallback((first: number, end: number) => pages.show(first, end), [pages]);
  const chosen = useMemo(() => [...selection.selected.values()], [selection.selected]);
  return {
    change,
    view,
    show,
    // The component that shows the data refreshes it.
    retry: () => pages.retry(),
    selection,
    chosen,
    keys,
    control,
    editing,
    onEdit,
    onRemove,
    stopEditing: () => setEditing(null),
    saved: changes.saved,
    assign: canEdit ? changes.assign : null,
    removeChosen: canEdit
      ? () => {
          changes.remove(chosen);
          selection.clear();
        }
      : null,
  };
}

/** The edited example, or null for a new one. */
interface Editing {
  readonly row: ExampleRow | null;
}

/**
 * The form that is open; that which was open when the page went, with what was written in it, opens
 * again.
 */
function useEditing(dataset: string, canEdit: boolean) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const owner = useDraftOwner();
  const client = useQueryClient();
  useEffect(() => {
    if (!canEdit) return;
    const [id] = formsWithDraft(owner, exampleForm(dataset));
    if (id === '') setEditing({ row: null });
    else if (id !== undefined)
      // An example deleted meanwhile can't be edited.
      void client.fetchQuery(exampleOptions(dataset, id, null)).then(
        (row) => setEditing({ row }),
        () => undefined,
      );
  }, [canEdit, owner, client, dataset]);
  return [editing, setEditing] as const;
}

/** The pages of the examples that an address lists; others when it lists others. */
function useExamples(
  { id: dataset, example_count: exampleCount }: Dataset,
  { version, split, q }: ExamplesSearch,
) {
  const splits = JSON.stringify(split ?? []);
  const pages = useMemo(() => {
    const wish = {
      dataset,
      version: version === undefined ? null : versionOfKey(version),
      splits: split ?? [],
      text: q ?? '',
    };
    const isWhole = version === undefined && split === undefined && q === undefined;
    return new ExamplePages(exampleReader(wish), isWhole ? exampleCount : null);
    // oxlint-disable-next-line react/exhaustive-deps -- `splits` is the text of the list; the count is that of the first page
  }, [dataset, version, splits, q]);
  const view = useSyncExternalStore(pages.subscribe, pages.view);
  useEffect(() => () => pages.stop(), [pages]);
  // Without a row there is no table that requests more: a search continues until it finds one, or
  // the end.
  useEffect(() => {
    if (view.count === 0 && !view.complete) pages.show(0, 1);
  }, [pages, view]);
  return { pages, view };
}

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
function useExampleKeys({
  view,
  search,
  change,
  control,
  selection,
  onEdit,
  onRemove,
}: ExampleKeys) {
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

/**
 * The row of an id, where it has been read: the active one first, for that is the one asked for
 * mostly.
 */
function rowOf(view: ExamplesView, id: string, active: number | null): ExampleRow | null {
  const first = active === null ? null : view.row(active);
  if (first?.id === id) return first;
  for (const [, row] of view.loaded()) if (row.id === id || row.ownId === id) return row;
  return null;
}

const NOTHING: ReadonlyMap<string, ExampleRow> = new Map();
/** The most that are chosen at once: they stay in memory, also when they are scrolled past. */
const SELECTED_MAX = 5000;

/** Which examples are chosen, by Global ID. */
function useExampleSelection(view: ExamplesView) {
  const [selected, setSelected] = useState(NOTHING);
  const last = useRef<number | null>(null);
  const current = useRef(view);
  useEffect(() => {
    current.current = view;
  });
  /**
   * Chooses a row or lets it go; with `through`, chooses all that are read from the one before to
   * this.
   */
  const toggle = useCallback((index: number, through: boolean) => {
    const { row } = current.current;
    // Read here: the updater may run after the next line that changes it.
    const from = last.current;
    last.current = index;
    setSelected((before) => {
      const next = new Map(before);
      const one = row(index);
      if (one === null || one === undefined) return before;
      if (through && from !== null)
        for (
          let at = Math.min(from, index);
          at <= Math.max(from, index) && next.size < SELECTED_MAX;
          at++
        ) {
          const between = row(at);
          if (between !== null && between !== undefined) next.set(between.id, between);
        }
      else if (!next.delete(one.id)) next.set(one.id, one);
      return next;
    });
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
