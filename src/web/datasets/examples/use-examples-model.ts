import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import type { Dataset } from '#web/platform/http/model.ts';
import type { ExampleRow } from './example-row.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';
import { withChanges } from '#web/lists/search-params.ts';
import type { Changes } from '#web/lists/search-params.ts';
import type { ExamplesControl } from './examples-table.tsx';
import { useEditing } from './use-editing.ts';
import { useExampleChanges } from './use-example-changes.ts';
import { useExampleKeys } from './use-example-keys.ts';
import { useExampleSelection } from './use-example-selection.ts';
import { useExamples } from './use-examples.ts';
import { useMay } from '#web/accounts/may.tsx';

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
