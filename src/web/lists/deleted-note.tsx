import { undoDeletes, type Doomed } from '#web/ui/notices/deferred-delete.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyNote } from '#web/ui/states.tsx';

/** In place of a thing that is about to be deleted. */
export function DeletedNote({
  noun,
  isMeant,
}: {
  noun: string;
  isMeant: (thing: Doomed) => boolean;
}) {
  return (
    <EmptyNote title={`This ${noun} was deleted`}>
      <Button onClick={() => undoDeletes(isMeant)}>Undo</Button>
    </EmptyNote>
  );
}
