import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { callOn, annotate } from './annotate.ts';
import type { AnnotatedPlace } from '#web/annotations/annotation-lists.ts';
import { NO_BOUNDS, readScore } from './score-entry.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useFormDraft, useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { LabelAndScore } from './label-and-score.tsx';
import { TextArea } from './text-area.tsx';

interface EditDialogProps {
  readonly annotation: AnyAnnotation;
  readonly place: AnnotatedPlace;
  readonly onClose: () => void;
}

/** The key of its draft, under which the list reopens it. */
export const EDIT_FORM = 'edit ';

/** Edits an annotation or a note. Its annotator becomes human; the history keeps the earlier values and their authors. */
export function EditDialog({ annotation, place, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const { name, result, annotator_kind: kind } = annotation;
  const isNote = name === NOTE_NAME;
  const kept = useKeptDraft(EDIT_FORM + annotation.id);
  const [{ label, score, why }, change] = useFormDraft(kept, {
    label: result.label ?? '',
    score: result.score === null ? '' : String(result.score),
    why: result.explanation ?? '',
  });
  const close = (): void => {
    kept.drop();
    onClose();
  };
  const entry = readScore(score, NO_BOUNDS);
  const isEmpty = label.trim() === '' && score.trim() === '' && why.trim() === '';
  const send = useMutation({
    mutationFn: async () => {
      if (!entry.ok) throw new Error(entry.why);
      const next = { label: label === '' ? null : label, score: entry.score, explanation: why === '' ? null : why };
      // A failed save shows its own error with a retry.
      if (await annotate(callOn(client, place, annotation), name, () => next, annotation)) close();
    },
  });
  return (
    <FormDialog title={`Edit ${name}`} action="Save" ready={entry.ok && !isEmpty} send={send} onClose={close}>
      {!isNote && <LabelAndScore {...{ label, score }} onChange={change} />}
      <TextArea label={isNote ? 'Note' : 'Explanation'} value={why} onValue={(next) => change({ why: next })} rows={4} />
      {kind !== 'HUMAN' && (
        <p className="text-12 text-text3">
          A {kind === 'LLM' ? 'model' : 'program'} wrote this annotation. If you change it, you become its author. The previous version
          stays in the history.
        </p>
      )}
    </FormDialog>
  );
}
