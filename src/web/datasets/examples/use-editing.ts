import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { exampleOptions } from './dataset-examples.calls.ts';
import { useDraftOwner } from '#web/accounts/use-kept-draft.ts';
import { formsWithDraft } from '#web/platform/storage/drafts.ts';
import type { ExampleRow } from './example-row.ts';
import { exampleForm } from './example-form.ts';

/** The edited example, or null for a new one. */
export interface Editing {
  readonly row: ExampleRow | null;
}

/** The form that is open; that which was open when the page went, with what was written in it, opens again. */
export function useEditing(dataset: string, canEdit: boolean) {
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
