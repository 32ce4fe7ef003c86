import { useState } from 'react';
import type { Annotated } from '#web/lists/search-params.ts';
import { holdKeys } from '#web/platform/keys/type-ahead.ts';
import { useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { useMay } from '#web/accounts/may.tsx';

const NO_KEYS: KeyMap = {};

/**
 * The keys that open the panel, A for annotating and N for a note, and whether it was opened for a
 * note.
 */
export function useAnnotate(
  annotate: Annotated | undefined,
  first: Annotated,
  onAnnotate: (annotate: Annotated) => void,
  where: string,
) {
  const [forNote, setForNote] = useState(false);
  const open = (note: boolean): void => {
    setForNote(note);
    // The form is not there yet: what is pressed from here on is for it.
    holdKeys();
    onAnnotate(first);
  };
  const may = useMay('traces:write');
  useKeys(
    may && annotate === undefined
      ? {
          a: { what: 'Annotate', run: () => open(false) },
          n: { what: 'Write a note', run: () => open(true) },
        }
      : NO_KEYS,
    where,
  );
  return { forNote, onNoteOpened: () => setForNote(false) };
}
