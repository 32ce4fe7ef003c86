import { Suspense, useState } from 'react';
import type { AnnotationOfMany } from './panel/annotate-many.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';

/** Loaded when something is annotated first. */
const ManyDialog = lazyPart(async () => ({
  default: (await import('./panel/many-dialog.tsx')).ManyDialog,
}));

interface AnnotateManyProps extends Pick<AnnotationOfMany, 'target' | 'ids'> {
  readonly project: string;
  readonly where: string;
}

/** The button and the key A by which a selection is annotated, all of it alike. */
export function AnnotateMany({ where, ...chosen }: AnnotateManyProps) {
  const [open, setOpen] = useState(false);
  const may = useMay('traces:write');
  useKeys(may ? { a: { what: 'Annotate', run: () => setOpen(true) } } : {}, where);
  if (!may) return null;
  return (
    <>
      <Button look="quiet" title="Annotate (A)" onClick={() => setOpen(true)}>
        Annotate
      </Button>
      {open && (
        <Suspense>
          <ManyDialog {...chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
