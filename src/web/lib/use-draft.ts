import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptDraft } from './drafts.ts';

/**
 * A text that is typed over a saved one, and committed when the field is left, when it goes away, or by `commit`. It stands until what is
 * saved has changed, so that the old text does not flash up in between. Where it is `kept`, it is so until the commit says that it is saved.
 */
export function useDraft(saved: string, onCommit: (text: string) => Promise<boolean> | void, kept?: KeptDraft) {
  const [draft, setDraft] = useState<string | null>(() => begun(saved, kept));
  const open = useRef(draft);
  const latest = useRef({ onCommit, kept });
  useEffect(() => {
    latest.current = { onCommit, kept };
  });
  useEffect(() => {
    if (open.current === null) setDraft(null);
  }, [saved]);
  const setText = useCallback((text: string) => {
    open.current = text;
    setDraft(text);
    latest.current.kept?.keep({ text });
  }, []);
  const commit = useCallback(() => {
    const text = open.current;
    open.current = null;
    if (text !== null) void settle(text, latest.current);
  }, []);
  useEffect(() => commit, [commit]);
  return { text: draft ?? saved, setText, commit };
}

/** What was typed before the page went; null where it was saved all the same. */
function begun(saved: string, kept: KeptDraft | undefined): string | null {
  const text = kept?.read()?.['text'] ?? null;
  return text === saved ? null : text;
}

async function settle(
  text: string,
  { onCommit, kept }: { onCommit: (text: string) => Promise<boolean> | void; kept: KeptDraft | undefined },
) {
  const isSaved = await onCommit(text);
  if (isSaved === true) kept?.dropSaved({ text });
}
