import { useCallback, useEffect, useRef, useState } from 'react';
import type { Grain } from '#web/filter/language/fields.ts';
import {
  isUnfinished,
  readFilterText,
  type FilterProblem,
} from '#web/filter/language/filter-text.ts';
import { filterLanguage } from '#web/filter/language/language.ts';
import {
  draftOf,
  meantDraft,
  opened,
  textOfDraft,
  typed,
  wholeDraft,
  type Draft,
} from '#web/filter/language/draft.ts';
import { useReadable } from './use-readable.ts';

/** A valid filter applies itself after this pause. */
export const PAUSE_MS = 400;

/** `replace` while typing: a pause is not a history entry. */
export type ApplyFilter = (text: string, options: { readonly replace: boolean }) => void;

/**
 * A filter's text while it is edited. The typed text wins: only a new value from outside (a click
 * on a facet, Back) replaces it, never the reply to the typed text.
 */
export function useFilterDraft(value: string, grain: Grain, onApply: ApplyFilter) {
  const [draft, setDraft] = useState(() => draftOf(value, grain));
  const [problem, setProblem] = useState<FilterProblem | null>(
    () => readFilterText(value, grain).problem,
  );
  const apply = useApply(value, onApply);
  const readable = useReadable();
  const [seen, setSeen] = useState({ value, grain });
  if (seen.value !== value || seen.grain !== grain) {
    setSeen({ value, grain });
    if (seen.grain !== grain || value !== textOfDraft(draft).trim()) {
      setDraft(draftOf(value, grain));
      setProblem(readFilterText(value, grain).problem);
    }
  }

  /** Takes what was typed, and applies it once it is valid and nothing was typed for a while. */
  const type = (input: string, caret: number): void => {
    const next = typed(draft, input);
    setDraft(next);
    setProblem(null);
    readable.after(PAUSE_MS, () => {
      const verdict = verdictAfterPause(next, caret, grain);
      if (typeof verdict === 'string') apply(verdict, true);
      else setProblem(verdict);
    });
  };

  /**
   * Applies a draft now and puts it to rest; says why when it cannot be read. No pause takes that
   * back. Sent before it can be read, it goes then.
   */
  const settle = (next: Draft, hasWaited = false): boolean => {
    const text = textOfDraft(next).trim();
    if (text !== '' && filterLanguage() === null && !hasWaited) {
      setDraft(next);
      readable.after(0, () => settle(next, true));
      return false;
    }
    readable.callOff();
    const read = readFilterText(text, grain);
    setProblem(read.problem);
    setDraft(read.problem === null ? draftOf(text, grain) : next);
    if (read.problem === null) apply(text, false);
    return read.problem === null;
  };
  /** Earlier typed text is no longer applied. */
  const hold = (next: Draft): void => {
    readable.callOff();
    setDraft(next);
  };
  return {
    draft,
    problem,
    type,
    settle: () => settle(draft),
    settleWith: (input: string) => settle(meantDraft(typed(draft, input), grain)),
    setInput: (input: string) => hold(typed(draft, input)),
    /** Puts a whole text in place and applies it. */
    replaceWith: (text: string) => settle(wholeDraft(text)),
    open: (index: number) => hold(opened(draft, index, grain)),
  };
}

/** Applies a text that is not applied yet. */
function useApply(value: string, onApply: ApplyFilter): (text: string, replace: boolean) => void {
  const applied = useRef(value);
  useEffect(() => {
    applied.current = value;
  }, [value]);
  return useCallback(
    (text, replace) => {
      if (text === applied.current) return;
      applied.current = text;
      onApply(text, { replace });
    },
    [onApply],
  );
}

/** The text to apply, or what is wrong with it; null while it is half written. */
function verdictAfterPause(
  draft: Draft,
  caret: number,
  grain: Grain,
): string | FilterProblem | null {
  const text = textOfDraft(draft).trim();
  const { problem } = readFilterText(text, grain);
  if (problem === null) return isHalfWord(draft, caret, grain) ? null : text;
  return isUnfinished(text, problem) ? null : problem;
}

/** A word that may yet become the name of a field is not searched for until Enter. */
function isHalfWord({ input }: Draft, caret: number, grain: Grain): boolean {
  const language = filterLanguage();
  // Before the filter language is loaded, a word can't be validated: it may be incomplete.
  if (language === null) return true;
  const at = language.completableAt(input, caret, grain);
  return at?.kind === 'field' && at.typed !== '' && language.mayBecomeField(at.typed, grain);
}
