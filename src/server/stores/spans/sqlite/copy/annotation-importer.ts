import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import { invariant } from '#contracts/wire/errors.ts';
import type { AnnotationContent, AnnotationRevision } from '#core/ports/annotation-rows.ts';
import type { CopiedAnnotation } from '#core/ports/span-copy.ts';
import {
  CHANGES,
  metadataCell,
  NO_POSITION,
  targetNumberOf,
} from '../annotations/both/annotation-row-codec.ts';
import { AnnotationTargets } from '../annotations/read/annotation-targets.ts';
import type { SqlValue } from '../both/columns.ts';
import type { WriteParts } from '../write/write-parts.ts';

const INSERT = `INSERT INTO annotations (id, project_id, target_kind, target_number, position, name_id, identifier, revision, change,
  created_at, updated_at, counted_minute, source, user_number, annotator_kind, label, score, explanation, metadata)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_DELETED = `INSERT INTO deleted_annotations (id, target_kind, target_number, position, name_id, identifier, created_at, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_REVISION = `INSERT INTO annotation_revisions (annotation_id, revision, change, changed_at, source, user_number, annotator_kind,
  label, score, explanation, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Stores annotations with their history, under their numbers; figures over them are counted anew. */
export function importAnnotations(parts: WriteParts, items: readonly CopiedAnnotation[]): void {
  const { db, annotations } = parts;
  const targets = new AnnotationTargets(db);
  const [insert, insertDeleted, insertRevision] = [
    db.prepare<SqlValue[]>(INSERT),
    db.prepare<SqlValue[]>(INSERT_DELETED),
    db.prepare<SqlValue[]>(INSERT_REVISION),
  ];
  for (const { id, key, targetNumber, revisions } of items) {
    const [first, last] = [revisions[0], revisions.at(-1)];
    invariant(first !== undefined && last !== undefined, 'an annotation has a revision');
    const kind = targetNumberOf(key.target);
    const subject = targets.byNumber(kind, targetNumber);
    invariant(subject !== null, `what annotation ${id} is about is there`);
    const nameId = annotations.names.idOf(key.name);
    annotations.names.use(nameId, 1);
    const place = [
      kind,
      targetNumber,
      key.position ?? NO_POSITION,
      nameId,
      key.identifier,
    ] as const;
    const { content } = last;
    for (const revision of content === null ? revisions : revisions.slice(0, -1))
      insertRevision.run(id, ...revisionCells(revision));
    if (content === null) {
      insertDeleted.run(id, ...place, first.changedAtUnixNano, last.revision);
      continue;
    }
    const { projectId, minute } = subject;
    insert.run(
      id,
      projectId,
      ...place,
      last.revision,
      CHANGES.indexOf(last.change),
      first.changedAtUnixNano,
      last.changedAtUnixNano,
      minute,
      ANNOTATION_SOURCES.indexOf(last.source),
      last.userNumber,
      ...contentCells(content),
    );
    annotations.rollups.add(
      {
        projectId,
        minute,
        targetKind: kind,
        nameId,
        annotatorKind: ANNOTATOR_KINDS.indexOf(content.annotatorKind),
        label: content.label,
        score: content.score,
      },
      1,
    );
  }
}

function revisionCells({
  revision,
  change,
  changedAtUnixNano,
  source,
  userNumber,
  content,
}: AnnotationRevision): SqlValue[] {
  return [
    revision,
    CHANGES.indexOf(change),
    changedAtUnixNano,
    ANNOTATION_SOURCES.indexOf(source),
    userNumber,
    ...(content === null ? [null, null, null, null, null] : contentCells(content)),
  ];
}

function contentCells({
  annotatorKind,
  label,
  score,
  explanation,
  metadata,
}: AnnotationContent): SqlValue[] {
  return [
    ANNOTATOR_KINDS.indexOf(annotatorKind),
    label,
    score,
    explanation,
    metadataCell(metadata),
  ];
}
