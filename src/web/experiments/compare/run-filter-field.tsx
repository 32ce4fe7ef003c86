import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Kbd } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeys } from '../../lib/keys.ts';
import { runFilterChoices, withChoice } from './run-filter-choices.ts';
import type { RunFilterChoice } from './run-filter-choices.ts';

interface RunFilterFieldProps {
  /** The text that is applied. */
  readonly value: string;
  readonly onApply: (text: string) => void;
  /** Why the server refused it. */
  readonly problem: string | null;
  readonly evaluations: readonly string[];
  readonly experiments: number;
}

/** A condition over runs of the base, with completion of fields; applied by Enter. What is wrong with it is said below. */
export function RunFilterField({ value, onApply, problem, evaluations, experiments }: RunFilterFieldProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const completion = useRunCompletion(input, { text, setText, evaluations, experiments });
  const { choices, active, isOpen, setOpen, choose, move } = completion;
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  useKeys({ '/': { what: 'Filter', run: () => input.current?.focus() } }, 'Comparison');
  const apply = (next: string): void => {
    setOpen(false);
    onApply(next.trim());
  };
  const picked = choices[active];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && choices.length > 0) move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Tab' && !event.shiftKey && isOpen && text !== '' && choices.length > 0) choose(choices[Math.max(0, active)]);
    else if (event.key === 'Enter') (isOpen && picked !== undefined ? () => choose(picked) : () => apply(text))();
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isWrong = problem !== null && text === value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not acted on: it only learns that the focus went elsewhere
    <div
      role="search"
      className="relative flex min-w-160 flex-1 flex-col max-md:w-full max-md:flex-none"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div
        className={`flex h-30 min-w-0 items-center gap-6 rounded-control border bg-bg1 px-8 text-text3 focus-within:border-focus pointer-coarse:h-44 ${isWrong ? 'tone-error border-bar' : 'border-line2'}`}
      >
        <Icon name="filter" size={14} />
        <FilterText ref={input} list={list} text={text} isWrong={isWrong} completion={completion} onText={setText} onKeyDown={onKeyDown} />
        {text !== '' && (
          <ClearButton
            onClear={() => {
              setText('');
              apply('');
              input.current?.focus();
            }}
          />
        )}
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
      {isOpen && choices.length > 0 && <Choices id={list} {...{ choices, active, choose }} />}
      {isWrong && !isOpen && (
        <p role="alert" className="tone-error verbatim pt-4 text-12 text-tone">
          {problem}
        </p>
      )}
    </div>
  );
}

interface FilterTextProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Id of the list of choices. */
  readonly list: string;
  readonly text: string;
  readonly isWrong: boolean;
  readonly completion: ReturnType<typeof useRunCompletion>;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function FilterText({ ref, list, text, isWrong, completion, onText, onKeyDown }: FilterTextProps) {
  const { choices, active, isOpen, setOpen, followCaret } = completion;
  return (
    <input
      ref={ref}
      role="combobox"
      aria-label="Filter runs of the base"
      aria-expanded={isOpen && choices.length > 0}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
      aria-invalid={isWrong}
      spellCheck={false}
      autoComplete="off"
      placeholder="latency_ms > 2000"
      value={text}
      onFocus={() => setOpen(true)}
      onChange={(event) => {
        onText(event.target.value);
        setOpen(true);
      }}
      onSelect={followCaret}
      onKeyDown={onKeyDown}
      className="mono h-full min-w-0 flex-1 bg-transparent text-12 text-text1 outline-none"
    />
  );
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
  readonly setText: (text: string) => void;
  readonly evaluations: readonly string[];
  readonly experiments: number;
}

function useRunCompletion(input: RefObject<HTMLInputElement | null>, { text, setText, evaluations, experiments }: CompletionWish) {
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const place = wanted.current;
    if (place === null) return;
    wanted.current = null;
    input.current?.setSelectionRange(place, place);
  });
  const choices = isOpen ? runFilterChoices(text, Math.min(caret, text.length), evaluations, experiments) : [];
  return {
    choices,
    active: active < choices.length ? active : -1,
    isOpen,
    setOpen: (open: boolean) => {
      setOpen(open);
      setActive(-1);
    },
    followCaret: () => {
      setCaret(input.current?.selectionStart ?? 0);
      setActive(-1);
    },
    move: (by: 1 | -1) => setActive((at) => (at + by + choices.length) % choices.length),
    choose: (choice: RunFilterChoice | undefined) => {
      if (choice === undefined) return;
      const next = withChoice(text, Math.min(caret, text.length), choice);
      wanted.current = next.caret;
      setText(next.text);
      setCaret(next.caret);
      setActive(-1);
    },
  };
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly RunFilterChoice[];
  readonly active: number;
  readonly choose: (choice: RunFilterChoice) => void;
}

function Choices({ id, choices, active, choose }: ChoicesProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Completions"
      className="absolute top-full left-0 z-40 mt-4 max-h-300 w-400 max-w-[calc(100vw-24px)] overflow-y-auto rounded-popover border border-line2 bg-bg2 p-4 shadow-popover"
    >
      {choices.map((choice, index) => (
        <div
          key={choice.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // The field keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            choose(choice);
          }}
          className={`flex h-26 cursor-pointer items-center gap-12 rounded-chip px-8 text-12 pointer-coarse:h-44 ${index === active ? 'bg-bg3' : 'hover:bg-bg3'}`}
        >
          <span className="clip mono min-w-0 flex-1 text-text1">{choice.label}</span>
          <span className="shrink-0 text-11 text-text3">{choice.detail}</span>
        </div>
      ))}
    </div>
  );
}
