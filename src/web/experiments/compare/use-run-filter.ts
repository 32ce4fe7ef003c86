import { useEffect, useMemo, useRef, useState } from 'react';
import { PAUSE_MS, type ApplyFilter } from '#web/filter/bar/use-filter-draft.ts';
import { useReadable } from '#web/filter/bar/use-readable.ts';
import { isUnfinished, type FilterProblem } from '#web/filter/language/filter-text.ts';
import { filterLanguage, loadFilterLanguage, useFilterLanguage } from '#web/filter/language/language.ts';

interface RunFilter {
  /** The text that is applied. */
  readonly value: string;
  /** Why the server refused it; null where it did not. */
  readonly refusal: string | null;
  readonly experiments: number;
  readonly onApply: ApplyFilter;
}

/** The text of a filter of runs while it is written: applied by Enter, or after a pause once it is valid, as the filters of traces are. */
export function useRunFilter({ value, refusal, experiments, onApply }: RunFilter) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** The text whose errors are shown: not the one being typed. */
  const [checked, setChecked] = useState<string | null>(null);
  const readable = useReadable();
  const applied = useRef(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    applied.current = value;
    if (value !== '') void loadFilterLanguage();
  }, [value]);
  const isAtRest = text.trim() === value;
  const language = useFilterLanguage();
  const own = useMemo(
    () => (isAtRest || text === checked ? (language?.runProblem(text, experiments) ?? null) : null),
    [language, text, isAtRest, checked, experiments],
  );
  const problem = own ?? (isAtRest && refusal !== null ? wholly(text, refusal) : null);

  const check = (next: string, isSent: boolean): void => {
    // Where the language could not be fetched, the server says what is wrong.
    const found = filterLanguage()?.runProblem(next, experiments) ?? null;
    if (found !== null) return isSent || !isUnfinished(next.trim(), found) ? setChecked(next) : undefined;
    const filter = next.trim();
    if (filter === applied.current) return undefined;
    applied.current = filter;
    return onApply(filter, { replace: !isSent });
  };
  return {
    text,
    problem,
    type: (next: string): void => {
      setText(next);
      setChecked(null);
      readable.after(PAUSE_MS, () => check(next, false));
    },
    /** Puts a text in place without applying it: more is to be written. */
    hold: (next: string): void => {
      readable.callOff();
      setText(next);
      setChecked(null);
    },
    settle: (next: string): void => {
      readable.callOff();
      setText(next);
      if (next.trim() === '' || filterLanguage() !== null) check(next, true);
      else readable.after(0, () => check(next, true));
    },
  };
}

function wholly(text: string, message: string): FilterProblem {
  return { message, at: 0, length: text.length };
}
