import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyAnnotation } from '#contracts/annotation.ts';
import { NOTE_NAME } from '#contracts/annotation-kind.ts';
import { callOn, judge } from '../../api/judge.ts';
import type { JudgedPlace } from '../../api/judged-lists.ts';
import { readScore } from '../../lib/annotation/score-entry.ts';
import { Field } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { TextArea } from './text-area.tsx';

interface EditDialogProps {
  readonly annotation: AnyAnnotation;
  readonly place: JudgedPlace;
  readonly onClose: () => void;
}

const NO_BOUNDS = { least: null, most: null };

/** Changes a judgement or a note. It stands as a person's afterwards; its history keeps who said what before. */
export function EditDialog({ annotation, place, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const { name, result, annotator_kind: kind } = annotation;
  const isNote = name === NOTE_NAME;
  const [label, setLabel] = useState(result.label ?? '');
  const [score, setScore] = useState(result.score === null ? '' : String(result.score));
  const [why, setWhy] = useState(result.explanation ?? '');
  const entry = readScore(score, NO_BOUNDS);
  const isEmpty = label.trim() === '' && score.trim() === '' && why.trim() === '';
  const send = useMutation({
    mutationFn: async () => {
      if (!entry.ok) throw new Error(entry.why);
      const next = { label: label === '' ? null : label, score: entry.score, explanation: why === '' ? null : why };
      // What fails says so itself, and offers to try again.
      if (await judge(callOn(client, place, annotation), name, () => next, annotation)) onClose();
    },
  });
  return (
    <FormDialog title={`Edit ${name}`} action="Save" ready={entry.ok && !isEmpty} send={send} onClose={onClose}>
      {!isNote && (
        <div className="flex gap-12">
          <Field label="Label" value={label} onValue={setLabel} />
          <Field label="Score" value={score} onValue={setScore} inputMode="decimal" {...(entry.ok ? {} : { hint: entry.why })} />
        </div>
      )}
      <TextArea label={isNote ? 'Note' : 'Explanation'} value={why} onValue={setWhy} rows={4} />
      {kind !== 'HUMAN' && (
        <p className="text-12 text-text3">
          A {kind === 'LLM' ? 'model' : 'program'} judged this. Once you change it, a person stands for it; its history keeps what was said
          before.
        </p>
      )}
    </FormDialog>
  );
}
