import { Suspense, useState } from 'react';
import type { SpanChoice } from '../../../api/span-examples.ts';
import { useKeys } from '../../../lib/keys.ts';
import { Button } from '../../button.tsx';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useMay } from '../../may.tsx';

/** Loaded when something is added first. */
export const AddDialog = lazyPart(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));

/** The button and the key D by which spans become examples. */
export function AddToDataset({ choice, where }: { choice: SpanChoice; where: string }) {
  const [open, setOpen] = useState(false);
  const may = useMay('datasets:write');
  useKeys(may ? { d: { what: 'Add to dataset', run: () => setOpen(true) } } : {}, where);
  if (!may) return null;
  return (
    <>
      <Button look="quiet" title="Add to dataset (D)" onClick={() => setOpen(true)}>
        Add to dataset
      </Button>
      {open && (
        <Suspense>
          <AddDialog choice={choice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
