import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useEffect, useState, useSyncExternalStore } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { ExampleRow } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import type { ExamplesControl } from './examples-table.tsx';
import { useExampleChanges } from './use-example-changes.ts';
import { useExampleKeys } from './use-example-keys.ts';
import { useExampleSelection } from './use-example-selection.ts';
import { useMay } from '#web/accounts/may.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { exampleOptions, exampleReader } from './dataset-examples.calls.ts';
import { useDraftOwner } from '#web/accounts/use-kept-draft.ts';
import { formsWithDraft } from '#web/platform/storage/drafts.ts';
import { exampleForm } from './example-form.ts';
import { versionOfKey } from '#web/platform/address/address-ids.ts';
import { ExamplePages } from './example-pages.ts';

export type ChangeExamples = (changes: Changes<ExamplesSearch>, how?: { readonly replace: boolean }) => void;

export type ExamplesModel = ReturnType<typeof useExamplesModel>;

/** A list of examples: its rows, which is active, open or edited, which are chosen, and what can be done with them. */
export function useExamplesModel(dataset: Dataset, search: ExamplesSearch) {
  const navigate = useNavigate({ from: '/datasets/$dataset/examples' });
  const change = useCallback<ChangeExamples>(
    (changes, how) => void navigate({ search: (before) => withChanges<ExamplesSearch>(before, changes), ...how }),
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

/** The form that is open; that which was open when the page went, with what was written in it, opens again. */
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
function useExamples({ id: dataset, example_count: exampleCount }: Dataset, { version, split, q }: ExamplesSearch) {
  const splits = JSON.stringify(split ?? []);
  const pages = useMemo(() => {
    const wish = { dataset, version: version === undefined ? null : versionOfKey(version), splits: split ?? [], text: q ?? '' };
    const isWhole = version === undefined && split === undefined && q === undefined;
    return new ExamplePages(exampleReader(wish), isWhole ? exampleCount : null);
    // oxlint-disable-next-line react/exhaustive-deps -- `splits` is the text of the list; the count is that of the first page
  }, [dataset, version, splits, q]);
  const view = useSyncExternalStore(pages.subscribe, pages.view);
  useEffect(() => () => pages.stop(), [pages]);
  // Without a row there is no table that requests more: a search continues until it finds one, or the end.
  useEffect(() => {
    if (view.count === 0 && !view.complete) pages.show(0, 1);
  }, [pages, view]);
  return { pages, view };
}
