import type { KeyboardEvent } from 'react';
import type { FilterProblem } from '#web/filter/language/filter-text.ts';
import type { Completion } from './use-completion.ts';

interface FilterInputProps {
  readonly label?: string;
  readonly value: string;
  readonly completion: Pick<
    Completion,
    'input' | 'listId' | 'isOpen' | 'active' | 'moveCaret' | 'setOpen'
  >;
  readonly problem: FilterProblem | null;
  /** Offset of the problem in this field. */
  readonly problemAt: number;
  readonly placeholder: string;
  /** Beside finished conditions on its right it is as wide as its text. */
  readonly isSnug: boolean;
  readonly onType: (text: string, caret: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The text that is being written, with what is wrong in it underlined. */
export function FilterInput(props: FilterInputProps) {
  const {
    label = 'Filter',
    value,
    completion,
    problem,
    problemAt,
    placeholder,
    isSnug,
    onType,
    onKeyDown,
  } = props;
  const { input, listId, isOpen, active, moveCaret, setOpen } = completion;
  return (
    <span
      className={`relative flex h-full items-center ${isSnug ? 'shrink-0' : 'min-w-120 flex-1'}`}
    >
      <input
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${listId}-problem`}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          const caret = event.target.selectionStart ?? event.target.value.length;
          moveCaret(caret, true);
          onType(event.target.value, caret);
        }}
        onSelect={(event) => moveCaret(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        className="mono w-full min-w-0 bg-transparent text-text1 outline-none"
        style={isSnug ? { width: `${value.length + 1}ch` } : undefined}
      />
      {problem !== null && value !== '' && (
        <span
          className="mono as-field pointer-events-none absolute top-1/2 left-0 -translate-y-1/2 overflow-hidden whitespace-pre text-transparent"
          aria-hidden="true"
        >
          {value.slice(0, problemAt)}
          <span className="tone-error underline decoration-bar decoration-wavy underline-offset-3">
            {value.slice(problemAt, problemAt + problem.length) || ' '}
          </span>
        </span>
      )}
    </span>
  );
}
