import { Suspense, useState } from 'react';
import type { SpanChoice } from './span-examples.calls.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';

/** Loaded when something is added first. */
export const AddDialog = lazyPart(async () => ({
  default: (await import('./add/add-dialog.tsx')).AddDialog,
}));

/** The button and the key D alone, for those who may change datasets. */
export function AddToDatasetButton({ onAdd, where }: { onAdd: () => void; where: string }) {
  const may = useMay('datasets:write');
  useKeys(may ? { d: { what: 'Add to dataset', run: onAdd } } : {}, where);
  if (!may) return null;
  return (
    <Button look="quiet" title="Add to dataset (D)" onClick={onAdd}>
      Add to dataset
    </Button>
  );
}

/** The button and the key D by which spans become examples. */
export function AddToDataset({ choice, where }: { choice: SpanChoice; where: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <AddToDatasetButton onAdd={() => setOpen(true)} where={where} />
      {open && (
        <Suspense>
          <AddDialog choice={choice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
