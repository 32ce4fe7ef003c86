import {
  ANNOTATION_SOURCES,
  ANNOTATION_TARGETS,
  ANNOTATOR_KINDS,
  type AnnotationTarget,
} from '#contracts/annotations/annotation-kind.ts';
import type { NecessaryAnnotation } from '#core/filter/predicate.ts';
import type { AnnotationRevision, AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { Cells } from '../client/row-reader.ts';
import type { Conditions } from '../client/statement.ts';
import { FACTS_SQL } from '../read/trace-facts.ts';
import { asNano, asNumber, asNumberOrNull, asText, asTextOrNull } from '../schema/stored-span.ts';

export const CHANGES: readonly AnnotationRevision['change'][] = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'RESTORE',
];
const DELETED = CHANGES.indexOf('DELETE');

export function targetNumberOf(target: AnnotationTarget): number {
  return ANNOTATION_TARGETS.indexOf(target);
}

/**
 * What each annotation is now, of those whose rows meet a condition on columns that no revision
 * changes. Also of deleted ones.
 */
export function latestSql(where: string): string {
  return `SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE ${where} GROUP BY id`;
}

/** Keeps those that are not deleted. */
export const IS_LIVE_SQL = `last_change != ${DELETED}`;

/** The number, project and start of everything of a kind that has annotations. */
function ownersSql(target: AnnotationTarget): string {
  const annotated = `SELECT target_number FROM annotations WHERE target = ${targetNumberOf(target)}`;
  if (target === 'trace')
    return `SELECT trace_number AS owner, project_id AS owner_project, first AS owner_start FROM (SELECT ${FACTS_SQL} FROM traces_by_id
  WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN (${annotated})) GROUP BY trace_id)`;
  if (target === 'session')
    return `SELECT session_no AS owner, argMin(project_id, trace_number) AS owner_project, min(first) AS owner_start
  FROM (SELECT ${FACTS_SQL} FROM traces_by_id GROUP BY trace_id) WHERE session_no IN (${annotated}) GROUP BY session_no`;
  return `SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (${annotated}) GROUP BY number`;
}

/**
 * Annotations that are not deleted, with the project and the start of what they are about, as
 * `annotationRow` reads them.
 */
export function liveSql(target: AnnotationTarget, where: string): string {
  return `SELECT * FROM (${latestSql(`target = ${targetNumberOf(target)} AND ${where}`)}) AS a
  INNER JOIN (${ownersSql(target)}) AS o ON a.subject = o.owner WHERE ${IS_LIVE_SQL}`;
}

/** The numbers of those that have an annotation as described. */
export function annotatedSql(
  conditions: Conditions,
  target: AnnotationTarget,
  wanted: NecessaryAnnotation,
): string {
  const { name, labels, scoreMin, scoreMax } = wanted;
  const where = `target = ${targetNumberOf(target)} AND name = ${conditions.bind(name, 'String')}`;
  const tests = [
    IS_LIVE_SQL,
    ...(labels === undefined ? [] : [`label_now IN ${conditions.bind(labels, 'Array(String)')}`]),
    ...(scoreMin === undefined ? [] : [`score_now >= ${conditions.bind(scoreMin, 'Float64')}`]),
    ...(scoreMax === undefined ? [] : [`score_now <= ${conditions.bind(scoreMax, 'Float64')}`]),
  ];
  return `SELECT subject FROM (${latestSql(where)}) WHERE ${tests.join(' AND ')}`;
}

/** The mean score of each that has one under a name. */
export function meanScoresSql(
  conditions: Conditions,
  target: AnnotationTarget,
  name: string,
): string {
  const where = `target = ${targetNumberOf(target)} AND name = ${conditions.bind(name, 'String')}`;
  return `SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (${latestSql(where)})
  WHERE ${IS_LIVE_SQL} AND isNotNull(score_now) GROUP BY subject`;
}

export interface LiveAnnotation extends AnnotationRow {
  readonly lastRevision: number;
}

export function annotationRow(cells: Cells): LiveAnnotation {
  return {
    id: asNumber(cells, 'id'),
    projectId: asNumber(cells, 'owner_project'),
    target: ANNOTATION_TARGETS[asNumber(cells, 'target_kind')] ?? 'span',
    targetNumber: asNumber(cells, 'subject'),
    targetId: asText(cells, 'subject_id'),
    position: asNumberOrNull(cells, 'place'),
    name: asText(cells, 'title'),
    identifier: asText(cells, 'rater'),
    annotatorKind: ANNOTATOR_KINDS[asNumber(cells, 'annotator')] ?? 'HUMAN',
    label: asTextOrNull(cells, 'label_now'),
    score: asNumberOrNull(cells, 'score_now'),
    explanation: asTextOrNull(cells, 'explanation_now'),
    metadata: asText(cells, 'metadata_now'),
    source: ANNOTATION_SOURCES[asNumber(cells, 'source_now')] ?? 'API',
    userNumber: asNumberOrNull(cells, 'user_now'),
    createdAtUnixNano: asNano(cells, 'created_at'),
    updatedAtUnixNano: asNano(cells, 'updated_at'),
    lastRevision: asNumber(cells, 'last_revision'),
  };
}

/** A row without what only the store knows. */
export function publicRow({ lastRevision: _, ...row }: LiveAnnotation): AnnotationRow {
  return row;
}
