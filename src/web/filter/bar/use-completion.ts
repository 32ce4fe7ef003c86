import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Completable } from '#web/filter/language/completable.ts';
import type { Choice } from '#web/filter/language/completion.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { useChoices } from './use-choices.ts';

export interface Completion {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly listId: string;
  readonly at: Completable | null;
  readonly choices: readonly Choice[];
  readonly isOpen: boolean;
  /** The choice that Enter takes; -1 for none. */
  readonly active: number;
  readonly caret: number;
  readonly setOpen: (open: boolean) => void;
  /** The caret moved, or something was typed. */
  readonly moveCaret: (caret: number, isTyped?: boolean) => void;
  /** Puts the caret into the field, and the focus; `isAsking` as long as more is to be written there. */
  readonly placeCaret: (caret: number | 'end', isAsking?: boolean) => void;
  /** To the next or previous choice, round the ends; opens the list first. */
  readonly step: (by: 1 | -1) => void;
  readonly choose: (choice: Choice) => void;
}

interface Asked {
  readonly project: string;
  readonly range: RangeText;
  readonly of: Grain;
  readonly text: string;
  /** Writes the field's text; `isWhole` when a condition is finished by it. Says whether it was taken in as finished. */
  readonly write: (text: string, isWhole: boolean) => boolean;
}

/** Where the caret goes with the next text of the field. */
interface CaretWish {
  readonly place: number | 'end';
  readonly isAsking: boolean;
}

/** The completions at the caret of the filter field, and inserting one. */
export function useCompletion({ project, range, of, text, write }: Asked): Completion {
  const [caret, setCaret] = useState(0);
  const [wanted, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { at, choices } = useChoices(project, range, of, text, caret, wanted);
  const isOpen = wanted && choices.length > 0;
  const [wish, setWish] = useState<CaretWish | null>(null);
  // Together with the inserted text, not a frame later: the user may have typed on by then, in the wrong place.
  useLayoutEffect(() => {
    const field = input.current;
    if (wish === null || field === null) return;
    const to = wish.place === 'end' ? field.value.length : wish.place;
    field.focus();
    field.setSelectionRange(to, to);
    setCaret(to);
    if (!wish.isAsking) setOpen(false);
    setWish(null);
  }, [wish]);
  const placeCaret = (place: number | 'end', isAsking = true): void => setWish({ place, isAsking });
  const moveCaret = (to: number, isTyped = false): void => {
    setCaret(to);
    if (!isTyped) return;
    setActive(-1);
    setOpen(true);
  };
  const choose = (choice: Choice): void => {
    if (at === null) return;
    const { before, rest, isWhole } = inserted(text, caret, at, choice);
    const isTaken = write(before + rest, isWhole);
    setActive(-1);
    setOpen(!isTaken);
    placeCaret(isTaken ? 0 : before.length - choice.back);
  };
  const step = (by: 1 | -1): void => {
    setOpen(true);
    if (isOpen) setActive((Math.max(active, by === 1 ? -1 : 0) + by + choices.length) % choices.length);
  };
  return { input, listId, at, choices, isOpen, active, caret, setOpen, moveCaret, placeCaret, step, choose };
}

/** The text with a choice in place of what was typed of it, and whether a condition is finished by that. */
function inserted(
  text: string,
  caret: number,
  at: Completable,
  choice: Choice,
): { readonly before: string; readonly rest: string; readonly isWhole: boolean } {
  const before = text.slice(0, at.from) + choice.insert;
  const tail = text.slice(caret);
  // A value in quotes takes the place of the quote that would close it.
  const rest = at.kind === 'value' ? tail.replace(/^['"]/, '') : tail;
  const isValue = at.kind === 'value' && (rest === '' || rest === ' for s in spans)');
  return { before, rest, isWhole: isValue || (at.kind === 'operator' && choice.label.startsWith('is ')) };
}
