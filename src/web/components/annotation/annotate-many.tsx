import { Suspense, useState } from 'react';
import type { AnnotationOfMany } from '../../api/annotate-many.ts';
import { useKeys } from '../../lib/keys.ts';
import { Button } from '../button.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useMay } from '../may.tsx';

/** Loaded when something is annotated first. */
const ManyDialog = lazyPart(async () => ({ default: (await import('./many-dialog.tsx')).ManyDialog }));

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
