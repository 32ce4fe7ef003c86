import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnnotationAuthor, AnnotationContent } from '#core/ports/annotation-rows.ts';
import { annotationHistory } from '../read/annotation-history.ts';
import { AnnotationTargets } from '../read/annotation-targets.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';

interface DeletedCells {
  readonly id: bigint;
  readonly target_kind: bigint;
  readonly target_number: bigint;
  readonly position: bigint;
  readonly name_id: bigint;
  readonly identifier: string;
  readonly created_at: bigint;
  readonly revision: bigint;
}

/**
 * Makes an annotation what it was at a revision; false when there is no such annotation or
 * revision.
 */
export function restoreAnnotation(
  parts: WriteParts,
  number: number,
  revision: number,
  author: AnnotationAuthor,
  now: bigint,
): boolean {
  const { db, annotations } = parts;
  const wanted = annotationHistory(db, number).find((one) => one.revision === revision);
  if (wanted === undefined) return false;
  if (wanted.content === null)
    throw new AppError(
      'unprocessable',
      `Revision ${revision} of the annotation is its deletion: restore another, or delete it.`,
    );
  const live = annotations.find(number);
  if (live === null) return revive(parts, number, wanted.content, author, now);
  const { minute = live.counted_minute } =
    new AnnotationTargets(db).byNumber(live.target_kind, live.target_number) ?? {};
  annotations.change(live, 'RESTORE', wanted.content, author, now, minute);
  return true;
}

function revive(
  { db, annotations }: WriteParts,
  number: number,
  content: AnnotationContent,
  author: AnnotationAuthor,
  now: bigint,
): boolean {
  const gone = deletedAnnotation(db, number);
  if (gone === null) return false;
  const kind = Number(gone.target_kind);
  const subject = new AnnotationTargets(db).byNumber(kind, Number(gone.target_number));
  if (subject === null) return false;
  const place = {
    kind,
    number: subject.number,
    position: Number(gone.position),
    projectId: subject.projectId,
    minute: subject.minute,
  };
  const row = {
    ...gone,
    id: number,
    name_id: Number(gone.name_id),
    revision: Number(gone.revision),
  };
  if (annotations.restore(row, place, content, author, now)) return true;
  throw new AppError(
    'conflict',
    'Another annotation has the same target, name and identifier by now: delete it first, or give it the content you want.',
  );
}

function deletedAnnotation(db: Database.Database, number: number): DeletedCells | null {
  return (
    db
      .prepare<[number], DeletedCells>(
        'SELECT id, target_kind, target_number, position, name_id, identifier, created_at, revision FROM deleted_annotations WHERE id = +?',
      )
      .safeIntegers(true)
      .get(number) ?? null
  );
}
