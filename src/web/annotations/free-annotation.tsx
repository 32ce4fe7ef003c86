import { useState } from 'react';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationChange } from './panel/annotate.ts';
import { NO_BOUNDS, readScore } from './panel/score-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { LabelAndScore } from './panel/label-and-score.tsx';
import { useFormDraft, useKeptDraft } from '#web/accounts/use-kept-draft.ts';

interface FreeAnnotationProps {
  /** The thing that is annotated, as a text. */
  readonly about: string;
  /** Resolves to whether it was saved. */
  readonly onAnnotate: (name: string, change: AnnotationChange) => Promise<boolean>;
}

const NOTHING = { name: '', label: '', score: '' };

/** An annotation under a name that no config covers. */
export function FreeAnnotation({ about, onAnnotate }: FreeAnnotationProps) {
  const kept = useKeptDraft(formOn(about));
  const [texts, change, setTexts] = useFormDraft(kept, NOTHING);
  const { name, label, score } = texts;
  const entry = readScore(score, NO_BOUNDS);
  const isReserved = name.trim() === NOTE_NAME;
  const ready =
    name.trim() !== '' && !isReserved && entry.ok && (label !== '' || entry.score !== null);
  return (
    <form
      aria-label="Custom annotation"
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        setTexts(NOTHING);
        void onAnnotate(name.trim(), (before) => ({
          ...before,
          label: label === '' ? null : label,
          score: entry.score,
        })).then((saved) => {
          if (saved) kept.dropSaved(texts);
          else setTexts((typed) => (typed === NOTHING ? texts : typed));
        });
      }}
    >
      <Field
        label="Name"
        value={name}
        onValue={(next) => change({ name: next })}
        placeholder="correctness"
        {...(isReserved ? { hint: 'Use the Note field below for notes.' } : {})}
      />
      <LabelAndScore {...{ label, score }} onChange={change} />
      <Button type="submit" className="self-start" disabled={!ready}>
        Save
      </Button>
    </form>
  );
}

/** The same, collapsed by default; open if a draft exists. */
export function FoldedFreeAnnotation(props: FreeAnnotationProps) {
  const kept = useKeptDraft(formOn(props.about));
  const [begun] = useState(() => kept.read() !== null);
  return (
    <details open={begun}>
      <summary className="text-12 text-text3 hover:text-text1">Add custom annotation</summary>
      <div className="pt-8">
        <FreeAnnotation {...props} />
      </div>
    </details>
  );
}

function formOn(about: string): string {
  return `annotation ${about}`;
}
