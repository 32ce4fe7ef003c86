import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

/**
 * Asks before a form in which something was written is closed by a slip: by Esc, the cross, a click
 * beside it, or a phone's Back.
 */
export function useUnsaved(isChanged: boolean, onThrowAway: () => void) {
  const [isAsked, setAsked] = useState(false);
  const mayClose = (): boolean => {
    if (isChanged) setAsked(true);
    return !isChanged;
  };
  const note = isAsked && isChanged && (
    <div role="alert" className="flex flex-wrap items-center gap-8 text-12 text-text1">
      <p className="min-w-0 flex-1">You have unsaved changes.</p>
      <Button onClick={onThrowAway}>Discard</Button>
    </div>
  );
  return { mayClose, note };
}
