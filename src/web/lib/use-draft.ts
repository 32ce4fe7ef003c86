import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A text that is typed over a saved one, and committed when the field is left, when it goes away, or by `commit`. It stands until what is
 * saved has changed, so that the old text does not flash up in between.
 */
export function useDraft(saved: string, onCommit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const open = useRef<string | null>(null);
  const latest = useRef(onCommit);
  useEffect(() => {
    latest.current = onCommit;
  });
  useEffect(() => {
    if (open.current === null) setDraft(null);
  }, [saved]);
  const setText = useCallback((text: string) => {
    open.current = text;
    setDraft(text);
  }, []);
  const commit = useCallback(() => {
    const text = open.current;
    open.current = null;
    if (text !== null) latest.current(text);
  }, []);
  useEffect(() => commit, [commit]);
  return { text: draft ?? saved, setText, commit };
}
