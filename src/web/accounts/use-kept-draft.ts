import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reviewerIn, viewerOptions } from './sign-in.calls.ts';
import { draftOf, type DraftTexts, type KeptDraft } from '#web/platform/storage/drafts.ts';

/** Whose drafts are kept; null while it is not known who looks. */
export function useDraftOwner(): string | null {
  const { data } = useQuery(viewerOptions);
  return data === undefined ? null : (reviewerIn(data) ?? 'anonymous');
}

/** The draft of one form, `form` being its name and the thing it is about. */
export function useKeptDraft(form: string): KeptDraft {
  const owner = useDraftOwner();
  return useMemo(() => draftOf(owner, form), [owner, form]);
}

/** A form's fields, initialized with unsent values from before the page was left. */
export function useFormDraft<Fields extends DraftTexts>(kept: KeptDraft, fresh: Fields) {
  const [texts, setTexts] = useState<Fields>(() => ({ ...fresh, ...kept.read() }));
  const change = (changes: Partial<Fields>): void => {
    const next = { ...texts, ...changes };
    setTexts(next);
    kept.keep(next);
  };
  return [texts, change, setTexts] as const;
}
