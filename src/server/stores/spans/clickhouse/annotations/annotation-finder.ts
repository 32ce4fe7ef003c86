import {
  ANNOTATION_SOURCES,
  ANNOTATION_TARGETS,
  ANNOTATOR_KINDS,
} from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationRevision } from '#core/ports/annotation-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNano, asNumber, asNumberOrNull, asText, asTextOrNull } from '../schema/stored-span.ts';
import {
  annotationRow,
  CHANGES,
  IS_LIVE_SQL,
  latestSql,
  liveSql,
  type LiveAnnotation,
} from './annotation-sql.ts';

/** Annotations that are not deleted, by number, in no order. */
export async function liveByNumbers(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<LiveAnnotation[]> {
  const found: LiveAnnotation[] = [];
  for (const some of pieces(numbers)) {
    for (const target of ANNOTATION_TARGETS) {
      const conditions = new Conditions().oneOf('id', some, 'UInt64');
      found.push(
        ...(await db.rows(liveSql(target, conditions.where), conditions.params)).map(annotationRow),
      );
    }
  }
  return found;
}

/** An annotation of something that is there, also when it is deleted. */
export async function annotationById(
  db: ClickHouse,
  number: number,
): Promise<{ readonly row: LiveAnnotation; readonly isDeleted: boolean } | null> {
  const conditions = new Conditions().oneOf('id', [number], 'UInt64');
  const latest = `SELECT *, toUInt32(0) AS owner_project, ${IS_LIVE_SQL} AS is_live FROM (${latestSql(conditions.where)})`;
  const [cells] = await db.rows(latest, conditions.params);
  if (cells === undefined) return null;
  if (asNumber(cells, 'is_live') === 0) return { row: annotationRow(cells), isDeleted: true };
  const [row] = await liveByNumbers(db, [number]);
  return row === undefined ? null : { row, isDeleted: false };
}

/** All states of an annotation, oldest first. */
export async function historyOf(db: ClickHouse, number: number): Promise<AnnotationRevision[]> {
  const conditions = new Conditions().oneOf('id', [number], 'UInt64');
  const sql = `SELECT revision, change, kind, label, score, explanation, metadata, source, user, changed_at FROM annotations
  WHERE ${conditions.where} ORDER BY revision LIMIT 1 BY revision`;
  return (await db.rows(sql, conditions.params)).map(revisionFrom);
}

/** A state of an annotation, from a row of its table. */
export function revisionFrom(cells: Cells): AnnotationRevision {
  const change = CHANGES[asNumber(cells, 'change')] ?? 'UPDATE';
  return {
    revision: asNumber(cells, 'revision'),
    changedAtUnixNano: asNano(cells, 'changed_at'),
    change,
    content:
      change === 'DELETE'
        ? null
        : {
            annotatorKind: ANNOTATOR_KINDS[asNumber(cells, 'kind')] ?? 'HUMAN',
            label: asTextOrNull(cells, 'label'),
            score: asNumberOrNull(cells, 'score'),
            explanation: asTextOrNull(cells, 'explanation'),
            metadata: asText(cells, 'metadata'),
          },
    source: ANNOTATION_SOURCES[asNumber(cells, 'source')] ?? 'API',
    userNumber: asNumberOrNull(cells, 'user'),
  };
}
