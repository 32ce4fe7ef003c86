import { undoDeletes } from '../lib/deferred-delete.ts';
import type { Doomed } from '../lib/deferred-delete.ts';
import { Button } from './button.tsx';
import { EmptyNote } from './states.tsx';

/** In place of a thing that is about to be deleted. */
export function DeletedNote({ noun, isMeant }: { noun: string; isMeant: (thing: Doomed) => boolean }) {
  return (
    <EmptyNote title={`This ${noun} was deleted`}>
      <Button onClick={() => undoDeletes(isMeant)}>Undo</Button>
    </EmptyNote>
  );
}
