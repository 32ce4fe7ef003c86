import { useEffect, useRef } from 'react';

/** Ctrl or ⌘ with Enter, in fields too: what is typed there is saved first. */
export function useSaveKey(onSaved: () => void): void {
  const current = useRef(onSaved);
  useEffect(() => {
    current.current = onSaved;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      // Leaving a field saves it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      current.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
