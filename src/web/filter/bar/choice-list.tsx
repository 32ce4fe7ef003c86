import { useEffect, useRef } from 'react';
import type { Completable } from '#web/filter/language/completable.ts';
import type { Completion } from './use-completion.ts';

/** Of the field's type, which is of one width. */
const CHARACTER_PX = 7.2;
const WIDTH = 360;
/** Names of annotations and attributes may differ at their ends alone. */
const WIDTH_LONG = 560;
/** As many characters of a label as the usual width has room for. */
const LABEL_MAX = 32;

interface Offered extends Pick<Completion, 'listId' | 'choices' | 'active' | 'input' | 'choose'> {
  /** Where the word begins that a choice takes the place of. */
  readonly at: Pick<Completable, 'from'> | null;
}

/** The completions at the caret. The focus stays in the field; the field says which is active. */
export function ChoiceList({ completion }: { completion: Offered }) {
  const { listId: id, choices, active, at, input, choose } = completion;
  const left = (input.current?.parentElement?.offsetLeft ?? 24) + (at?.from ?? 0) * CHARACTER_PX;
  const width = choices.some(({ label }) => label.length > LABEL_MAX) ? WIDTH_LONG : WIDTH;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Completions"
      // A list that scrolls would be a stop of Tab.
      tabIndex={-1}
      className="max-h-300 max-w-[calc(100vw-24px)] overflow-y-auto rounded-popover border border-line2 bg-bg2 p-4 shadow-popover"
      style={{ width, marginLeft: `min(${left}px, max(0px, 100% - ${width}px))` }}
    >
      {choices.map((choice, index) => (
        <div
          key={`${choice.label} ${choice.insert}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // The field keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            choose(choice);
          }}
          className={`flex h-26 cursor-pointer pointer-coarse:h-44 items-center gap-12 rounded-chip px-8 text-12 ${index === active ? 'bg-bg3' : 'hover:bg-bg3'}`}
        >
          <span className="clip mono min-w-0 flex-1 text-text1">{choice.label}</span>
          <span className="nums shrink-0 text-11 text-text3">{choice.detail}</span>
        </div>
      ))}
    </div>
  );
}
