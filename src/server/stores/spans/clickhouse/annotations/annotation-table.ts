import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationAuthor,
  AnnotationContent,
  AnnotationKey,
  AnnotationRevision,
} from '#core/ports/annotation-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { CHANGES, targetNumberOf } from './annotation-sql.ts';

/** A state of an annotation, to be stored. */
export interface NewRevision extends AnnotationAuthor {
  readonly id: number;
  readonly revision: number;
  readonly targetNumber: number;
  readonly key: AnnotationKey;
  readonly change: AnnotationRevision['change'];
  /** Null when it is deleted. */
  readonly content: AnnotationContent | null;
  readonly changedAtUnixNano: bigint;
}

export const ANNOTATION_COLUMNS = [
  'target',
  'target_number',
  'id',
  'revision',
  'target_id',
  'position',
  'name',
  'identifier',
  'change',
  'kind',
  'label',
  'score',
  'explanation',
  'metadata',
  'source',
  'user',
  'changed_at',
];

/** Stores states of annotations, in one statement. */
export async function insertRevisions(
  db: ClickHouse,
  revisions: readonly NewRevision[],
): Promise<void> {
  if (revisions.length === 0) return;
  const writer = new RowWriter();
  const text = (value: string | null): void => {
    writer.nullable(value, (one) => {
      writer.text(one);
    });
  };
  const integer = (value: number | null): void => {
    writer.nullable(value, (one) => {
      writer.uint32(one);
    });
  };
  for (const {
    id,
    revision,
    targetNumber,
    key,
    change,
    content,
    changedAtUnixNano,
    source,
    userNumber,
  } of revisions) {
    writer.uint8(targetNumberOf(key.target));
    writer.uint64(targetNumber);
    writer.uint64(id);
    writer.uint32(revision);
    writer.text(key.targetId);
    integer(key.position);
    writer.text(key.name);
    writer.text(key.identifier);
    writer.uint8(CHANGES.indexOf(change));
    writer.uint8(ANNOTATOR_KINDS.indexOf(content?.annotatorKind ?? 'HUMAN'));
    text(content?.label ?? null);
    writer.nullable(content?.score ?? null, (score) => {
      writer.float64(score);
    });
    text(content?.explanation ?? null);
    writer.text(content?.metadata ?? '');
    writer.uint8(ANNOTATION_SOURCES.indexOf(source));
    integer(userNumber);
    writer.int64(changedAtUnixNano);
  }
  await db.insert('annotations', ANNOTATION_COLUMNS, writer.finish());
}
