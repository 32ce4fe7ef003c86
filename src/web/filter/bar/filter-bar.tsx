import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { inputStart, meantBy, textOfDraft } from '#web/filter/language/draft.ts';
import { negated, withoutSegment, withSegment } from '#web/filter/language/edit.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import { readFilterText, type Segment } from '#web/filter/language/filter-text.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { Kbd } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BelowField } from './below-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import { FilterInput } from './filter-input.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useCompletion } from './use-completion.ts';
import { useFilterDraft, type ApplyFilter } from './use-filter-draft.ts';
import { chipLabel } from '#web/filter/language/chip-label.ts';

interface FilterBarProps {
  readonly project: string;
  readonly range: RangeText;
  /** The kind of row the filter applies to. */
  readonly of: Grain;
  /** The text that is applied. */
  readonly value: string;
  readonly onApply: ApplyFilter;
  /** How much matches, and what else can be done with the filter. */
  readonly aside?: ReactNode;
}

const EXAMPLES: Readonly<Record<Grain, string>> = {
  traces: 'Search, or latency_ms > 4s and error_count > 0',
  spans: "Search, or latency_ms > 1s and span_kind == 'LLM'",
  sessions: "Search, or num_traces > 3 and user.id == 'ann'",
};

/**
 * The filter of a list: finished conditions as chips, the current one as text, with completion.
 * Applied on Enter, or after a pause once it is valid; errors are underlined and described below.
 */
export function FilterBar(props: FilterBarProps) {
  const { draft, problem, text, type, settle, completion, chips, onKeyDown, onClear, note } =
    useBar(props);
  const { of, aside } = props;
  const { isOpen, setOpen } = completion;
  const written =
    draft.input.trim() === '' ? 0 : Math.max(1, readFilterText(draft.input, of).segments.length);
  return (
    <Frame
      isWrong={problem !== null}
      onLeave={() => {
        setOpen(false);
        if (draft.input !== '' && problem === null) settle();
      }}
      onClear={text === '' ? null : onClear}
      aside={aside}
      note={<ProblemNote {...note} takesEnter />}
      choices={isOpen && <ChoiceList completion={completion} />}
    >
      {draft.before.map((segment, index) => chips.chip(segment, index))}
      <FilterInput
        value={draft.input}
        completion={completion}
        problem={problem}
        problemAt={problem === null ? 0 : Math.max(0, problem.at - inputStart(draft))}
        placeholder={draft.before.length + draft.after.length === 0 ? EXAMPLES[of] : ''}
        isSnug={draft.after.length > 0}
        onType={type}
        onKeyDown={onKeyDown}
      />
      {draft.after.map((segment, index) =>
        chips.chip(segment, draft.before.length + written + index),
      )}
    </Frame>
  );
}

/** What is written, what completes it, and the keys and chips that change it. */
function useBar({ project, range, of, value, onApply }: FilterBarProps) {
  const { draft, problem, type, settle, settleWith, setInput, replaceWith, open } = useFilterDraft(
    value,
    of,
    onApply,
  );
  const completion = useCompletion({
    project,
    range,
    of,
    text: draft.input,
    write: (text, isWhole) => {
      if (isWhole && settleWith(text)) return true;
      setInput(text);
      return false;
    },
  });
  const { input, setOpen } = completion;
  useKeys({ '/': { what: 'Filter', run: () => input.current?.focus() } });
  const edit = (index: number): void => {
    open(index);
    setOpen(false);
    completion.placeCaret('end');
  };
  const rewrite = (whole: string): void => {
    replaceWith(whole);
    completion.placeCaret('end', false);
  };
  const text = textOfDraft(draft);
  const chips = useChips(draft.before.length, input.current, {
    edit,
    turnRound: (index, segment) => replaceWith(withSegment(text, index, negated(segment), of)),
    remove: (index) => rewrite(withoutSegment(text, index, of)),
  });
  const meant = meantBy(draft, problem);
  const onKeyDown = keysOf(completion, {
    enter: () => {
      // The note says what is wrong, and what Enter would make of it.
      if (meant === null) settle();
      else rewrite(meant);
      setOpen(false);
    },
    back:
      draft.before.length === 0
        ? null
        : { edit: () => edit(draft.before.length - 1), toChip: chips.focusLast },
  });
  const note = {
    id: `${completion.listId}-problem`,
    problem,
    meant,
    onCorrect: rewrite,
  };
  const onClear = (): void => chips.clear(() => replaceWith(''));
  return { draft, problem, text, type, settle, completion, chips, onKeyDown, onClear, note };
}

interface FrameProps {
  readonly children: ReactNode;
  readonly isWrong: boolean;
  readonly onLeave: () => void;
  readonly onClear: (() => void) | null;
  readonly aside: ReactNode;
  readonly note: ReactNode;
  readonly choices: ReactNode;
}

function Frame({ children, isWrong, onLeave, onClear, aside, note, choices }: FrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not acted on: it only learns that the focus went elsewhere
    <div
      role="search"
      className="relative flex min-w-0 flex-1 max-md:w-full max-md:flex-none"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <div
        className={`flex h-30 min-w-0 flex-1 pointer-coarse:h-44 items-center gap-6 rounded-control border bg-bg1 px-8 text-text3 focus-within:border-focus ${isWrong ? 'tone-error border-bar' : 'border-line2'}`}
      >
        <Icon name="filter" size={14} />
        <div className="flex h-full min-w-0 flex-1 items-center gap-4 overflow-x-auto [scrollbar-width:none]">
          {children}
        </div>
        {/* Here, so that it comes next after the field by Tab. */}
        <BelowField>
          {note}
          {choices}
        </BelowField>
        {onClear !== null && (
          <button
            type="button"
            aria-label="Clear the filter"
            title="Clear the filter"
            onClick={onClear}
            className="-mx-5 grid size-24 shrink-0 place-items-center hover:text-text1"
          >
            <Icon name="close" size={13} />
          </button>
        )}
        {aside}
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
    </div>
  );
}

interface ChipActions {
  readonly edit: (index: number) => void;
  readonly turnRound: (index: number, segment: Segment) => void;
  readonly remove: (index: number) => void;
}

/** The chips in their order, the field among them: arrows go from one to the next. */
function useChips(
  fieldAt: number,
  field: HTMLInputElement | null,
  { edit, turnRound, remove }: ChipActions,
) {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (from: number, by: -1 | 1): void => {
    const isPastField = by === 1 ? from === fieldAt - 1 : from === fieldAt;
    (isPastField ? field : (buttons.current[from + by] ?? field))?.focus();
  };
  return {
    focusLast: () => buttons.current[fieldAt - 1]?.focus(),
    clear: (run: () => void) => {
      run();
      field?.focus();
    },
    chip: (segment: Segment, index: number): ReactNode => (
      <FilterChip
        key={index}
        ref={(element) => {
          buttons.current[index] = element;
        }}
        segment={segment}
        onEdit={() => edit(index)}
        onNegate={() => turnRound(index, segment)}
        onRemove={() => remove(index)}
        onMove={(by) => move(index, by)}
      />
    ),
  };
}

interface FieldActions {
  readonly enter: () => void;
  readonly back: { readonly edit: () => void; readonly toChip: () => void } | null;
}

/** Keys of the field: of its list while that is open, else of the field and the chips before it. */
function keysOf(completion: ReturnType<typeof useCompletion>, { enter, back }: FieldActions) {
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    const { isOpen, choices, active, choose, step, setOpen } = completion;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const picked = choices[event.key === 'Tab' ? Math.max(0, active) : active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      step(event.key === 'ArrowDown' ? 1 : -1);
    else if (
      event.key === 'Tab' &&
      isOpen &&
      !event.shiftKey &&
      value !== '' &&
      picked !== undefined
    )
      choose(picked);
    else if (event.key === 'Enter')
      (isOpen && picked !== undefined ? () => choose(picked) : enter)();
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'Backspace' && value === '' && back !== null) back.edit();
    else if (event.key === 'ArrowLeft' && isAtStart && back !== null) back.toChip();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

interface FilterChipProps {
  readonly segment: Segment;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onEdit: () => void;
  readonly onNegate: () => void;
  readonly onRemove: () => void;
  /** To the chip or field beside it. */
  readonly onMove: (by: -1 | 1) => void;
}

/**
 * A finished condition: click or Enter edits it, `!` turns it round, Delete removes it, arrows go
 * on.
 */
function FilterChip({ segment, ref, onEdit, onNegate, onRemove, onMove }: FilterChipProps) {
  const { left, op, right, isNegated } = chipLabel(segment);
  const short = [left, op, right].filter((part) => part !== '').join(' ');
  const onKeyDown = (event: KeyboardEvent): void => {
    const actions: Readonly<Record<string, () => void>> = {
      Delete: onRemove,
      Backspace: onRemove,
      '!': onNegate,
      ArrowLeft: () => onMove(-1),
      ArrowRight: () => onMove(1),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <span
      role="group"
      aria-label={segment.text}
      title={segment.text}
      className="group mono flex h-20 shrink-0 max-md:h-26 pointer-coarse:h-40 items-center rounded-chip bg-bg3 text-text1"
    >
      <button
        ref={ref}
        type="button"
        aria-label={`Edit ${short === segment.text ? short : `${short}: ${segment.text}`}`}
        onClick={onEdit}
        onKeyDown={onKeyDown}
        className={`flex h-20 max-w-320 min-w-0 max-md:h-26 pointer-coarse:h-40 items-center gap-4 rounded-chip pl-6 ${isNegated ? 'tone-error' : ''} ${segment.kind === 'word' ? 'pr-4' : ''}`}
      >
        {/* The blanks between are for screen readers. */}
        {left !== '' && (
          // Whole beside a long value, as far as half of the room goes.
          <span className="clip text-text2" style={{ minWidth: `min(${left.length}ch, 50%)` }}>
            {left}
          </span>
        )}{' '}
        {op !== '' && <span className={isNegated ? 'text-tone' : 'text-text3'}>{op}</span>}{' '}
        <span className="clip">{right}</span>
      </button>
      {segment.kind === 'condition' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Invert ${segment.text}`}
          title="Invert (!)"
          onClick={onNegate}
          className="grid h-20 w-16 place-items-center text-text3 opacity-0 max-md:h-26 pointer-coarse:h-40 max-md:w-26 pointer-coarse:w-36 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-text1 max-lg:opacity-100"
        >
          ≠
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Remove ${segment.text}`}
        title="Remove (Delete)"
        onClick={onRemove}
        className="grid h-20 w-18 place-items-center text-text3 hover:text-text1 max-md:h-26 pointer-coarse:h-40 max-md:w-26 pointer-coarse:w-36"
      >
        <Icon name="close" size={11} />
      </button>
    </span>
  );
}
