import { useCallback, useEffect, useRef, useState } from 'react';
import { completableAt } from '../../lib/filter/completable.ts';
import { mayBecomeField } from '../../lib/filter/completion.ts';
import type { Grain } from '../../lib/filter/fields.ts';
import { readFilterText } from '../../lib/filter/filter-text.ts';
import type { FilterProblem } from '../../lib/filter/filter-text.ts';
import { draftOf, opened, textOfDraft, typed } from '../../lib/filter/draft.ts';
import type { Draft } from '../../lib/filter/draft.ts';

/** What is valid applies itself after this pause. */
const PAUSE_MS = 400;

/** `replace` while somebody types: a pause is no step to go back to. */
export type ApplyFilter = (text: string, options: { readonly replace: boolean }) => void;

/**
 * The text of a filter while it is written. What is typed is the truth: only another value from outside (a click on a facet, Back)
 * takes its place, never the reply to what was typed.
 */
export function useFilterDraft(value: string, grain: Grain, onApply: ApplyFilter) {
  const [draft, setDraft] = useState(() => draftOf(value, grain));
  const [problem, setProblem] = useState<FilterProblem | null>(() => readFilterText(value, grain).problem);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [seen, setSeen] = useState({ value, grain });
  if (seen.value !== value || seen.grain !== grain) {
    setSeen({ value, grain });
    if (seen.grain !== grain || value !== textOfDraft(draft).trim()) {
      setDraft(draftOf(value, grain));
      setProblem(readFilterText(value, grain).problem);
    }
  }
  useEffect(() => {
    applied.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = useCallback(
    (text: string, replace: boolean) => {
      clearTimeout(timer.current);
      if (text === applied.current) return;
      applied.current = text;
      onApply(text, { replace });
    },
    [onApply],
  );

  /** Takes what was typed, and applies it once it is valid and nothing was typed for a while. */
  const type = (input: string, caret: number): void => {
    const next = typed(draft, input);
    setDraft(next);
    setProblem(null);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const verdict = verdictAfterPause(next, caret, grain);
      if (typeof verdict === 'string') apply(verdict, true);
      else setProblem(verdict);
    }, PAUSE_MS);
  };

  /** Applies a draft now and puts it to rest; says why when it cannot be read. */
  const settle = (next: Draft): boolean => {
    const text = textOfDraft(next).trim();
    const read = readFilterText(text, grain);
    setProblem(read.problem);
    setDraft(read.problem === null ? draftOf(text, grain) : next);
    if (read.problem === null) apply(text, false);
    return read.problem === null;
  };

  /** What was typed before it is not applied any more. */
  const hold = (next: Draft): void => {
    clearTimeout(timer.current);
    setDraft(next);
  };
  return {
    draft,
    problem,
    type,
    settle: () => settle(draft),
    settleWith: (input: string) => settle(typed(draft, input)),
    setInput: (input: string) => hold(typed(draft, input)),
    /** Puts a whole text in place and applies it. */
    replaceWith: (text: string) => settle({ before: [], lead: '', input: text, after: [], tail: '' }),
    open: (index: number) => hold(opened(draft, index, grain)),
  };
}

/** The text to apply, or what is wrong with it; null while it is half written. */
function verdictAfterPause(draft: Draft, caret: number, grain: Grain): string | FilterProblem | null {
  const text = textOfDraft(draft).trim();
  const { problem } = readFilterText(text, grain);
  if (problem === null) return isHalfWord(draft, caret, grain) ? null : text;
  return isUnfinished(draft, problem, text) ? null : problem;
}

/** A word that may yet become the name of a field is not searched for until Enter. */
function isHalfWord({ input }: Draft, caret: number, grain: Grain): boolean {
  const at = completableAt(input, caret, grain);
  return at?.kind === 'field' && at.typed !== '' && mayBecomeField(at.typed, grain);
}

/** What is wrong at the very end is not wrong yet: more may be typed. */
function isUnfinished({ input }: Draft, problem: FilterProblem, text: string): boolean {
  return problem.at + problem.length >= text.length || /never closed/.test(problem.message) || /\s$/.test(input);
}
