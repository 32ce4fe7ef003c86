import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnnotationRevision, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { annotationHistoryOptions } from './annotations.calls.ts';
import { callOn, restoreRevision } from './annotate.ts';
import type { AnnotatedPlace } from '#web/annotations/annotation-lists.ts';
import { changesOf, type FieldChange } from './revision-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { AuthorLine } from './author-line.tsx';

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
export function HistoryDialog({ annotation, place, onClose }: HistoryDialogProps) {
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(annotationHistoryOptions(annotation.id));
  const restore = useMutation({
    mutationFn: (revision: number) => restoreRevision(callOn(client, place, annotation), annotation, revision),
    onSuccess: onClose,
  });
  return (
    <Dialog title={`History of ${annotation.name}`} onClose={onClose}>
      {data === undefined ? (
        isPending ? (
          <SkeletonRows rows={3} height={48} />
        ) : (
          <ErrorNote what="The history could not be read" error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ol aria-label="Revisions" className="flex max-h-[60vh] flex-col overflow-auto">
          {data
            .map((revision, index) => ({ revision, before: data[index - 1], isLast: index === data.length - 1 }))
            .toReversed()
            .map(({ revision, before, isLast }) => (
              <li key={revision.revision} className="flex flex-col gap-4 border-b border-line1 py-8 last:border-0">
                <div className="flex min-h-28 items-center gap-8">
                  <span className="font-medium">{WORDS[revision.change]}</span>
                  <AuthorLine kind={revision.annotator_kind} source={revision.source} user={revision.user_id} at={revision.changed_at} />
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
