import { useState } from 'react';
import { useReadable } from '#web/filter/bar/use-readable.ts';
import { corrected, readFilterText, type FilterProblem } from '#web/filter/language/filter-text.ts';
import { pastedTraceIds } from './pasted-ids.ts';

/** Valid text applies itself after this pause. */
const PAUSE_MS = 400;

export interface SearchText {
  readonly typed: string;
  /** Why it is no filter. */
  readonly problem: FilterProblem | null;
  /** The suggested text; null without one. */
  readonly meant: string | null;
  readonly type: (text: string) => void;
  /** Applies what was typed without waiting, or says why it cannot be. */
  readonly settle: () => void;
}

/** The text of a search while it is typed: words or a filter are applied after a pause, ids at once. `value` is what is applied. */
export function useSearchText(value: string, onApply: (text: string) => void): SearchText {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<FilterProblem | null>(() => problemOf(value));
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const readable = useReadable();
  if (seen !== value) {
    setSeen(value);
    // Another text from outside, such as by Back, and not the reply to what was typed.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
      setProblem(problemOf(value));
    }
  }
  const apply = (text: string): void => {
    setSent(text.trim());
    onApply(text.trim());
  };
  const read = (text: string): void => {
    const found = problemOf(text);
    setProblem(found);
    if (found === null) apply(text);
  };
  return {
    typed,
    problem,
    meant: problem === null ? null : corrected(typed, problem),
    type: (text) => {
      setTyped(text);
      setProblem(null);
      readable.callOff();
      if (isPlain(text)) apply(text);
      else readable.after(PAUSE_MS, () => read(text));
    },
    settle: () => {
      readable.callOff();
      if (isPlain(typed)) apply(typed);
      else readable.after(0, () => read(typed));
    },
  };
}

/** Whether a text needs no reading: it is empty, or names traces by their ids. */
function isPlain(text: string): boolean {
  return text.trim() === '' || pastedTraceIds(text).length > 0;
}

/** Why a text is no filter; an address or an id need be none. */
function problemOf(text: string): FilterProblem | null {
  return isPlain(text) ? null : readFilterText(text, 'traces').problem;
}
