import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnyAnnotation, AnnotationRevision } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { callOn, removeAnnotation, annotate, restoreRevision } from './annotate.ts';
import type { AnnotatedPlace } from '#web/annotations/annotation-lists.ts';
import { formsWithDraft } from '#web/platform/storage/drafts.ts';
import { summariesOf } from './summary.ts';
import { IconButton, Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { AnnotationChip } from '#web/annotations/annotation-chip.tsx';
import { AuthorLine } from './author-line.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { useDraftOwner, useFormDraft, useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { NO_BOUNDS, readScore } from './score-entry.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LabelAndScore } from './label-and-score.tsx';
import { TextArea } from './text-area.tsx';
import { annotationHistoryOptions } from './annotations.calls.ts';
import { changesOf, type FieldChange } from './revision-changes.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';

interface EditDialogProps {
  readonly annotation: AnyAnnotation;
  readonly place: AnnotatedPlace;
  readonly onClose: () => void;
}

/** The key of its draft, under which the list reopens it. */
const EDIT_FORM = 'edit ';

/**
 * Edits an annotation or a note. Its annotator becomes human; the history keeps the earlier values
 * and their authors.
 */
function EditDialog({ annotation, place, onClose }: EditDialogProps) {
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
      const next = {
        label: label === '' ? null : label,
        score: entry.score,
        explanation: why === '' ? null : why,
      };
      // A failed save shows its own error with a retry.
      if (await annotate(callOn(client, place, annotation), name, () => next, annotation)) close();
    },
  });
  return (
    <FormDialog
      title={`Edit ${name}`}
      action="Save"
      ready={entry.ok && !isEmpty}
      send={send}
      onClose={close}
    >
      {!isNote && <LabelAndScore {...{ label, score }} onChange={change} />}
      <TextArea
        label={isNote ? 'Note' : 'Explanation'}
        value={why}
        onValue={(next) => change({ why: next })}
        rows={4}
      />
      {kind !== 'HUMAN' && (
        <p className="text-12 text-text3">
          A {kind === 'LLM' ? 'model' : 'program'} wrote this annotation. If you change it, you
          become its author. The previous version stays in the history.
        </p>
      )}
    </FormDialog>
  );
}

/** So many are laid out at first: code may have annotated a thing a thousand times. */
const SHOWN_FIRST = 50;

interface AnnotationListProps {
  readonly annotations: readonly AnyAnnotation[];
  readonly configs: readonly AnnotationConfig[];
  readonly place: AnnotatedPlace;
}

/**
 * A target's annotations by humans, LLMs and code, newest first: each with its author and actions.
 */
export function AnnotationList({ annotations, configs, place }: AnnotationListProps) {
  const [all, setAll] = useState(false);
  const owner = useDraftOwner();
  const [open, setOpen] = useState<{
    readonly dialog: 'edit' | 'history';
    readonly of: AnyAnnotation;
  } | null>(() => cutOff(annotations, owner));
  const newest = annotations.toSorted((a, b) =>
    a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0,
  );
  const shown = all ? newest : newest.slice(0, SHOWN_FIRST);
  const close = (): void => setOpen(null);
  return (
    <>
      <ul aria-label="Annotations" className="flex flex-col">
        {shown.map((one) => (
          <AnnotationItem
            key={one.id}
            annotation={one}
            config={configs.find((config) => config.name === one.name)}
            place={place}
            onOpen={(dialog) => setOpen({ dialog, of: one })}
          />
        ))}
      </ul>
      {shown.length < newest.length && (
        <button type="button" className="self-start text-12 text-link" onClick={() => setAll(true)}>
          Show all {newest.length}
        </button>
      )}
      {open?.dialog === 'edit' && <EditDialog annotation={open.of} place={place} onClose={close} />}
      {open?.dialog === 'history' && (
        <HistoryDialog annotation={open.of} place={place} onClose={close} />
      )}
    </>
  );
}

/** An edit in progress when the page was left. */
function cutOff(annotations: readonly AnyAnnotation[], owner: string | null) {
  const [id] = formsWithDraft(owner, EDIT_FORM);
  const of = annotations.find((one) => one.id === id);
  return of === undefined ? null : { dialog: 'edit' as const, of };
}

interface AnnotationItemProps {
  readonly annotation: AnyAnnotation;
  readonly config: AnnotationConfig | undefined;
  readonly place: AnnotatedPlace;
  readonly onOpen: (dialog: 'edit' | 'history') => void;
}

function AnnotationItem({ annotation, config, place, onOpen }: AnnotationItemProps) {
  const client = useQueryClient();
  const may = useMay('traces:write');
  const { name, result, document_position: position } = annotation;
  const [summary] = summariesOf([annotation]);
  return (
    <li className="flex flex-col gap-2 border-b border-line1 py-6 last:border-0">
      <div className="flex min-w-0 items-center gap-6">
        {summary !== undefined && <AnnotationChip summary={summary} config={config} />}
        {position !== null && (
          <span className="nums shrink-0 text-12 text-text3">document {position + 1}</span>
        )}
        <span className="ml-auto">
          <Menu align="end" trigger={<IconButton icon="more" label={`Actions on ${name}`} />}>
            {may && <MenuItem onSelect={() => onOpen('edit')}>Edit…</MenuItem>}
            <MenuItem onSelect={() => onOpen('history')}>History…</MenuItem>
            {may && (
              <MenuItem
                onSelect={() =>
                  void removeAnnotation(callOn(client, place, annotation), annotation)
                }
              >
                Delete
              </MenuItem>
            )}
          </Menu>
        </span>
      </div>
      <AuthorLine
        kind={annotation.annotator_kind}
        source={annotation.source}
        user={annotation.user_id}
        at={annotation.updated_at}
      />
      {result.explanation !== null && result.explanation !== '' && (
        <TextBlock
          text={result.explanation}
          look="prose"
          label={name === NOTE_NAME ? 'note' : `explanation of ${name}`}
        />
      )}
    </li>
  );
}

const WORDS: Readonly<Record<AnnotationRevision['change'], string>> = {
  CREATE: 'Annotated',
  UPDATE: 'Changed',
  DELETE: 'Deleted',
  RESTORE: 'Restored',
};

interface HistoryDialogProps {
  readonly annotation: AnyAnnotation;
  readonly place: AnnotatedPlace;
  readonly onClose: () => void;
}

/** Every state of an annotation, newest first: who, when, what changed, and the way back to it. */
function HistoryDialog({ annotation, place, onClose }: HistoryDialogProps) {
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(annotationHistoryOptions(annotation.id));
  const restore = useMutation({
    mutationFn: (revision: number) =>
      restoreRevision(callOn(client, place, annotation), annotation, revision),
    onSuccess: onClose,
  });
  return (
    <Dialog title={`History of ${annotation.name}`} onClose={onClose}>
      {data === undefined ? (
        isPending ? (
          <SkeletonRows rows={3} height={48} />
        ) : (
          <ErrorNote
            what="The history could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <ol aria-label="Revisions" className="flex max-h-[60vh] flex-col overflow-auto">
          {data
            .map((revision, index) => ({
              revision,
              before: data[index - 1],
              isLast: index === data.length - 1,
            }))
            .toReversed()
            .map(({ revision, before, isLast }) => (
              <li
                key={revision.revision}
                className="flex flex-col gap-4 border-b border-line1 py-8 last:border-0"
              >
                <div className="flex min-h-28 items-center gap-8">
                  <span className="font-medium">{WORDS[revision.change]}</span>
                  <AuthorLine
                    kind={revision.annotator_kind}
                    source={revision.source}
                    user={revision.user_id}
                    at={revision.changed_at}
                  />
                  <span className="ml-auto">
                    {!isLast && revision.result !== null && (
                      <Button
                        aria-label={`Restore revision ${revision.revision}`}
                        disabled={restore.isPending}
                        onClick={() => restore.mutate(revision.revision)}
                      >
                        Restore
                      </Button>
                    )}
                  </span>
                </div>
                <Changes changes={changesOf(before, revision)} />
              </li>
            ))}
        </ol>
      )}
      <FormError error={restore.error} />
    </Dialog>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p className="text-12 text-text3">Empty annotation.</p>;
  return (
    <dl className="flex flex-col gap-2 text-12">
      {changes
        .filter(({ field, before }) => field !== 'kind' || before !== null)
        .map(({ field, before, after }) => (
          <div key={field} className="grid grid-cols-[80px_minmax(0,1fr)] gap-8">
            <dt className="text-text3">{field}</dt>
            <dd tabIndex={0} className="verbatim max-h-120 overflow-auto">
              {before !== null && <del className="text-text3">{before}</del>}
              {before !== null && after !== null && ' → '}
              {after === null && <span className="text-text3"> → nothing</span>}
              {after !== null && <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
    </dl>
  );
}
