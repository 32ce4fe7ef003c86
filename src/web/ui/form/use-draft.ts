import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptDraft } from '#web/platform/storage/drafts.ts';

/**
 * Edited text over a saved one, committed on blur, on unmount, or by `commit`. It is shown until
 * the saved value has changed, so that the old text doesn't flash in between. If it is `kept`, the
 * draft is stored until the commit reports success.
 */
export function useDraft(
  saved: string,
  onCommit: (text: string) => Promise<boolean> | void,
  kept?: KeptDraft,
) {
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

/** The text typed before the page was left; null if it was saved anyway. */
function begun(saved: string, kept: KeptDraft | undefined): string | null {
  const text = kept?.read()?.['text'] ?? null;
  return text === saved ? null : text;
}

async function settle(
  text: string,
  {
    onCommit,
    kept,
  }: { onCommit: (text: string) => Promise<boolean> | void; kept: KeptDraft | undefined },
) {
  const isSaved = await onCommit(text);
  if (isSaved === true) kept?.dropSaved({ text });
}
