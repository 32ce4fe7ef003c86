import { useId } from 'react';
import type { AnnotatedThing } from '#web/annotations/annotated-thing.ts';

/** Something that can be annotated from where the reader is. */
export interface Subject {
  /** "Span", "Trace", "Session", "Turn 3". */
  readonly word: string;
  /** Its name, for hover. */
  readonly title: string;
  readonly annotated: AnnotatedThing;
}

export type SubjectKind = 'span' | 'trace' | 'session';

interface SubjectSwitchProps {
  readonly subjects: readonly Subject[];
  readonly chosen: SubjectKind;
  readonly onChoose: (kind: SubjectKind) => void;
}

/** The target to annotate: one of two or three, all visible. */
export function SubjectSwitch({ subjects, chosen, onChoose }: SubjectSwitchProps) {
  const name = useId();
  return (
    <fieldset className="flex shrink-0 rounded-control border border-line2 p-2">
      <legend className="sr-only">Annotation target</legend>
      {subjects.map(({ word, title, annotated }) => {
        const { target } = annotated;
        if (target === 'document') return null;
        return (
          <label
            key={target}
            title={title}
            className="grid h-24 flex-1 place-items-center rounded-chip px-8 text-12 text-text2 hover:text-text1 has-checked:bg-bg3 has-checked:font-medium has-checked:text-text1 has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:h-40"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={target === chosen}
              onChange={() => onChoose(target)}
            />
            {word}
          </label>
        );
      })}
    </fieldset>
  );
}
