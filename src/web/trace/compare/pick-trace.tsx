import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { BelowField } from '#web/filter/bar/below-field.tsx';
import { ProblemNote } from '#web/filter/bar/problem-note.tsx';
import { Button, Kbd } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { pastedTraceIds } from './pasted-ids.ts';
import type { CompareSearch } from '#web/lists/search-params.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { TraceChoices, optionsOf } from './trace-choices.tsx';
import { useTraceGroups } from './use-trace-groups.ts';
import { useReadable } from '#web/filter/bar/use-readable.ts';
import { corrected, readFilterText, type FilterProblem } from '#web/filter/language/filter-text.ts';

interface PickTraceProps {
  readonly project: string;
  readonly search: CompareSearch;
  /** The side that is missing. */
  readonly side: 'a' | 'b';
  readonly onFind: (text: string | undefined) => void;
  readonly onPick: (side: 'a' | 'b', trace: string) => void;
  /** Escape where there is nothing to clear. */
  readonly onLeave: () => void;
  /** Content above the field, such as why another trace must be chosen. */
  readonly children?: ReactNode;
}

/** Which trace to compare: by a pasted id or link, by words or a filter, or one of the newest. */
export function PickTrace({
  project,
  search,
  side,
  onFind,
  onPick,
  onLeave,
  children,
}: PickTraceProps) {
  const text = search.q ?? '';
  const other = side === 'a' ? search.b : search.a;
  const ids = pastedTraceIds(text);
  const field = useSearchText(text, (next) => onFind(next === '' ? undefined : next));
  const { groups, compared, pasted } = useTraceGroups({ project, other, text, ids });
  const options = optionsOf(groups);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const list = useId();
  // An Enter meant for the previous page selects nothing.
  const at =
    chosen === null ? Math.min(text === '' ? -1 : 0, options.length - 1) : placeOf(chosen, options);
  const take = (index: number): void => {
    const option = options[index];
    if (option === undefined || option.group.isStale) return;
    if (option.choice === null) option.group.more?.();
    else onPick(side, option.choice.row.traceId);
  };
  const wish = useWish(text, pasted !== undefined, () => {
    const first = options[0]?.choice;
    if (pasted !== undefined && pasted.traces.length > 0 && first !== undefined && first !== null)
      onPick(side, first.row.traceId);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(options.length - 1, at + step));
      setChosen({ index: next, id: options[next]?.choice?.row.id ?? null });
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Escape') {
      if (field.typed === '') onLeave();
      else write('');
    } else if (event.key === 'Enter') {
      if (field.typed.trim() === text && at >= 0 && (ids.length === 0 || pasted !== undefined))
        take(at);
      else {
        field.settle();
        wish(pastedTraceIds(field.typed).length > 0 ? field.typed.trim() : null);
      }
    } else return;
    event.preventDefault();
  };
  const write = (next: string): void => {
    field.type(next);
    setChosen(null);
    wish(null);
  };
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-960 min-w-0 flex-1 flex-col gap-12 px-16 pt-20 max-md:px-12 max-md:pt-12">
      {children}
      <h2 className="shrink-0 text-16 font-semibold">
        {other === undefined ? 'Which trace?' : 'Compare with which trace?'}
      </h2>
      {compared !== null && compared !== undefined && (
        <OtherSide side={side === 'a' ? 'B' : 'A'} trace={compared} />
      )}
      {compared === null && <AbsentTrace id={other ?? ''} />}
      <Field field={field} list={list} at={at} onType={write} onKeyDown={onKeyDown} />
      <TraceChoices
        {...{ groups, at, text, ids, pasted }}
        id={list}
        isReadable={field.problem === null}
        onTake={take}
        onWrite={write}
      />
    </div>
  );
}

interface OtherSideProps {
  readonly side: 'A' | 'B';
  readonly trace: NonNullable<ReturnType<typeof useTraceGroups>['compared']>;
}

function OtherSide({ side, trace }: OtherSideProps) {
  return (
    <p className="clip nums shrink-0 text-12 text-text2">
      {side} is <strong className="font-medium text-text1">{shownName(trace.name)}</strong>,{' '}
      {formatWhen(trace.startedAt, Date.now())}, {durationSoFar(trace.latencyMs, trace.isOpen)}
    </p>
  );
}

/** A trace that was to be compared is not there. */
export function AbsentTrace({ id, onRetry }: { id: string; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="tone-error flex shrink-0 flex-wrap items-center gap-12 text-12 text-tone"
    >
      <p className="verbatim min-w-0">
        There is no trace with the id <span className="mono">{id}</span>. The trace may have been
        deleted, or hasn’t arrived yet.
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>Look again</Button>}
    </div>
  );
}

/** The chosen line; of a trace also its id, as new ones may come before it. */
interface Chosen {
  readonly index: number;
  readonly id: string | null;
}

function placeOf({ index, id }: Chosen, options: ReturnType<typeof optionsOf>): number {
  const place = id === null ? -1 : options.findIndex(({ choice }) => choice?.row.id === id);
  return place >= 0 ? place : Math.min(index, options.length - 1);
}

interface FieldProps {
  readonly field: ReturnType<typeof useSearchText>;
  readonly list: string;
  readonly at: number;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ field: { typed, problem, meant }, list, at, onType, onKeyDown }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const narrow = useNarrow();
  useKeys({ '/': { what: 'Find', run: () => input.current?.select() } });
  // Under a finger the keys would cover the traces.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  return (
    <div className="relative shrink-0">
      <label className="flex h-36 items-center gap-8 rounded-control border border-line3 bg-bg1 px-10 text-text3 focus-within:border-focus pointer-coarse:h-44">
        <Icon name="search" size={14} />
        <input
          ref={input}
          role="combobox"
          aria-label="Find a trace"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${list}-problem`}
          value={typed}
          placeholder={
            narrow
              ? 'Trace id, link, words or a filter'
              : 'Trace id, link, words, or latency_ms > 4s and error_count > 0'
          }
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-13 text-text1 outline-none"
        />
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </label>
      <BelowField>
        <ProblemNote id={`${list}-problem`} problem={problem} meant={meant} onCorrect={onType} />
      </BelowField>
    </div>
  );
}

/**
 * Enter that came before what it is about: done once that is there, unless something else was
 * typed.
 */
function useWish(
  text: string,
  isThere: boolean,
  fulfil: () => void,
): (wished: string | null) => void {
  const [wished, setWished] = useState<string | null>(null);
  const latest = useRef(fulfil);
  useEffect(() => {
    latest.current = fulfil;
  });
  const isDue = wished !== null && wished === text && isThere;
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
  return setWished;
}

/** Valid text applies itself after this pause. */
const PAUSE_MS = 400;

interface SearchText {
  readonly typed: string;
  /** Why it is no filter. */
  readonly problem: FilterProblem | null;
  /** The suggested text; null without one. */
  readonly meant: string | null;
  readonly type: (text: string) => void;
  /** Applies what was typed without waiting, or says why it cannot be. */
  readonly settle: () => void;
}

/**
 * The text of a search while it is typed: words or a filter are applied after a pause, ids at once.
 * `value` is what is applied.
 */
function useSearchText(value: string, onApply: (text: string) => void): SearchText {
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
