import { useEffect, useId, useRef, useState, type KeyboardEvent, useMemo } from 'react';
import { Kbd } from '#web/ui/button.tsx';
import { BelowField } from '#web/filter/bar/below-field.tsx';
import { ChoiceList } from '#web/filter/bar/choice-list.tsx';
import { FilterInput } from '#web/filter/bar/filter-input.tsx';
import { ProblemNote } from '#web/filter/bar/problem-note.tsx';
import { type ApplyFilter, PAUSE_MS } from '#web/filter/bar/use-filter-draft.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Choice } from '#web/filter/language/completion.ts';
import { corrected, isUnfinished, type FilterProblem } from '#web/filter/language/filter-text.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { runFilterChoices, withChoice, wordStart } from './run-filter-choices.ts';
import { useReadable } from '#web/filter/bar/use-readable.ts';
import {
  filterLanguage,
  loadFilterLanguage,
  useFilterLanguage,
} from '#web/filter/language/language.ts';

interface RunFilterFieldProps {
  /** The text that is applied. */
  readonly value: string;
  readonly onApply: ApplyFilter;
  /** Why the server refused it. */
  readonly refusal: string | null;
  readonly evaluations: readonly string[];
  readonly experiments: number;
}

/**
 * A filter over runs of the base, with completion of fields; errors are underlined and described
 * below.
 */
export function RunFilterField({
  value,
  onApply,
  refusal,
  evaluations,
  experiments,
}: RunFilterFieldProps) {
  const filter = useRunFilter({ value, refusal, experiments, onApply });
  const { text, problem, settle } = filter;
  const completion = useRunCompletion({ text, write: filter.hold, evaluations, experiments });
  const { input, listId, isOpen, setOpen } = completion;
  useKeys({ '/': { what: 'Filter', run: () => input.current?.focus() } }, 'Comparison');
  const meant = problem && corrected(text, problem);
  const send = (next: string): void => {
    setOpen(false);
    settle(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not acted on: it only learns that the focus went elsewhere
    <div
      role="search"
      className="relative flex min-w-160 flex-1 flex-col max-md:w-full max-md:flex-none"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setOpen(false);
        if (problem === null && text.trim() !== value) settle(text);
      }}
    >
      <div
        className={`flex h-30 min-w-0 items-center gap-6 rounded-control border bg-bg1 px-8 text-text3 focus-within:border-focus pointer-coarse:h-44 ${problem === null ? 'border-line2' : 'tone-error border-bar'}`}
      >
        <Icon name="filter" size={14} />
        <FilterInput
          label="Filter runs of the base"
          value={text}
          completion={completion}
          problem={problem}
          problemAt={problem?.at ?? 0}
          placeholder="latency_ms > 2s"
          isSnug={false}
          onType={filter.type}
          onKeyDown={(event) => onFilterKey(event, completion, meant ?? text, send)}
        />
        <BelowField>
          <ProblemNote
            id={`${listId}-problem`}
            problem={problem}
            meant={meant}
            takesEnter
            onCorrect={(correct) => {
              send(correct);
              input.current?.focus();
            }}
          />
          {isOpen && <ChoiceList completion={completion} />}
        </BelowField>
        {text !== '' && (
          <ClearButton
            onClear={() => {
              send('');
              input.current?.focus();
            }}
          />
        )}
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
    </div>
  );
}

/** Keys of the field: of its list while that is open. */
function onFilterKey(
  event: KeyboardEvent<HTMLInputElement>,
  { isOpen, choices, active, choose, step, setOpen }: ReturnType<typeof useRunCompletion>,
  text: string,
  send: (text: string) => void,
): void {
  const picked = choices[event.key === 'Tab' ? Math.max(0, active) : active];
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    step(event.key === 'ArrowDown' ? 1 : -1);
  else if (event.key === 'Tab' && !event.shiftKey && isOpen && text !== '' && picked !== undefined)
    choose(picked);
  else if (event.key === 'Enter')
    (isOpen && picked !== undefined ? () => choose(picked) : () => send(text))();
  else if (event.key === 'Escape' && isOpen) setOpen(false);
  else if (event.key === 'Escape') event.currentTarget.blur();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear filter"
      title="Clear filter"
      onClick={onClear}
      className="-mx-5 grid size-24 shrink-0 place-items-center hover:text-text1"
    >
      <Icon name="close" size={13} />
    </button>
  );
}

interface CompletionWish {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly evaluations: readonly string[];
  readonly experiments: number;
}

/** The completions at the caret of the field, and inserting one. */
function useRunCompletion({ text, write, evaluations, experiments }: CompletionWish) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [at, setCaret] = useState(0);
  const [isWanted, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const wanted = useRef<number | null>(null);
  // Together with the inserted text, not a frame later: the user may have typed on.
  useEffect(() => {
    const place = wanted.current;
    if (place === null) return;
    wanted.current = null;
    input.current?.focus();
    input.current?.setSelectionRange(place, place);
  });
  const caret = Math.min(at, text.length);
  const choices = isWanted ? runFilterChoices(text, caret, evaluations, experiments) : [];
  const isOpen = choices.length > 0;
  return {
    input,
    listId,
    at: { from: wordStart(text, caret) },
    choices,
    active: active < choices.length ? active : -1,
    isOpen,
    setOpen: (open: boolean) => {
      setOpen(open);
      setActive(-1);
    },
    moveCaret: (to: number, isTyped = false) => {
      setCaret(to);
      setActive(-1);
      if (isTyped) setOpen(true);
    },
    step: (by: 1 | -1) => {
      setOpen(true);
      if (isOpen)
        setActive((Math.max(active, by === 1 ? -1 : 0) + by + choices.length) % choices.length);
    },
    choose: (choice: Choice) => {
      const next = withChoice(text, caret, choice);
      write(next.text);
      setCaret(next.caret);
      setActive(-1);
      wanted.current = next.caret;
    },
  };
}

interface RunFilter {
  /** The text that is applied. */
  readonly value: string;
  /** Why the server refused it; null where it did not. */
  readonly refusal: string | null;
  readonly experiments: number;
  readonly onApply: ApplyFilter;
}

/**
 * The text of a filter of runs while it is written: applied by Enter, or after a pause once it is
 * valid, as the filters of traces are.
 */
function useRunFilter({ value, refusal, experiments, onApply }: RunFilter) {
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
    if (found !== null)
      return isSent || !isUnfinished(next.trim(), found) ? setChecked(next) : undefined;
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
