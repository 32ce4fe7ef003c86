import { invariant } from '#contracts/wire/errors.ts';
import {
  ANNOTATION_SOURCES,
  ANNOTATION_TARGETS,
  ANNOTATOR_KINDS,
  type AnnotationSource,
  type AnnotationTarget,
  type AnnotatorKind,
} from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationContent, AnnotationRow } from '#core/ports/annotation-rows.ts';

/**
 * A live target, as an annotation is stored under it. `position` is NO_POSITION unless a document
 * is meant.
 */
export interface AnnotationPlace {
  readonly kind: number;
  readonly number: number;
  readonly position: number;
  readonly projectId: number;
  /** Of its start, as the roll-ups count. */
  readonly minute: number;
}

/** An annotation's outcome, as `change` has it. */
export const CHANGES = ['CREATE', 'UPDATE', 'DELETE', 'RESTORE'] as const;
export type Change = (typeof CHANGES)[number];

/** Where an annotation has no position. */
export const NO_POSITION = -1;
/** Held as NULL: most annotations have no metadata. */
const NO_METADATA = '{}';

const COLUMNS = `a.id, a.project_id, a.target_kind, a.target_number, a.position, a.identifier, a.annotator_kind, a.source, a.user_number,
  a.created_at, a.updated_at, a.label, a.score, a.explanation, a.metadata, n.name`;

/**
 * One annotation by number, with its target's id as sent. Finds only those of live targets in live
 * projects.
 */
export const ANNOTATION_ROW_SQL = `SELECT ${COLUMNS}, CASE a.target_kind WHEN 1 THEN lower(hex(t.trace_id)) WHEN 2 THEN z.session_id
  ELSE lower(hex(s.span_id)) END AS target_id
FROM annotations a
JOIN annotation_names n ON n.id = a.name_id
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)
WHERE a.id = +?`;

export interface AnnotationCells {
  readonly id: bigint;
  readonly project_id: bigint;
  readonly target_kind: bigint;
  readonly target_number: bigint;
  readonly position: bigint;
  readonly identifier: string;
  readonly annotator_kind: bigint;
  readonly source: bigint;
  readonly user_number: bigint | null;
  readonly created_at: bigint;
  readonly updated_at: bigint;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string | null;
  readonly name: string;
  readonly target_id: string;
}

export function annotationFromCells(cells: AnnotationCells): AnnotationRow {
  return {
    id: Number(cells.id),
    projectId: Number(cells.project_id),
    target: targetFromNumber(cells.target_kind),
    targetId: cells.target_id,
    targetNumber: Number(cells.target_number),
    position: positionFromCell(cells.position),
    name: cells.name,
    identifier: cells.identifier,
    ...contentFromCells(cells),
    ...authorFromCells(cells),
    createdAtUnixNano: cells.created_at,
    updatedAtUnixNano: cells.updated_at,
  };
}

interface ContentCells {
  readonly annotator_kind: bigint | number;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string | null;
}

export function contentFromCells(cells: ContentCells): AnnotationContent {
  return {
    annotatorKind: annotatorFromNumber(cells.annotator_kind),
    label: cells.label,
    score: cells.score,
    explanation: cells.explanation,
    metadata: cells.metadata ?? NO_METADATA,
  };
}

export function authorFromCells(cells: {
  readonly source: bigint | number;
  readonly user_number: bigint | number | null;
}): {
  readonly source: AnnotationSource;
  readonly userNumber: number | null;
} {
  return {
    source: ANNOTATION_SOURCES[Number(cells.source)] ?? 'API',
    userNumber: cells.user_number === null ? null : Number(cells.user_number),
  };
}

/** The cell of a `metadata`: an empty object takes no room. */
export function metadataCell(metadata: string): string | null {
  return metadata === NO_METADATA ? null : metadata;
}

export function targetNumberOf(target: AnnotationTarget): number {
  return ANNOTATION_TARGETS.indexOf(target);
}

export function targetFromNumber(number: bigint | number): AnnotationTarget {
  const target = ANNOTATION_TARGETS[Number(number)];
  invariant(target !== undefined, 'a stored kind of target is one of those there are');
  return target;
}

export function annotatorFromNumber(number: bigint | number): AnnotatorKind {
  const kind = ANNOTATOR_KINDS[Number(number)];
  invariant(kind !== undefined, 'a stored kind of annotator is one of those there are');
  return kind;
}

export function positionFromCell(position: bigint | number): number | null {
  return Number(position) === NO_POSITION ? null : Number(position);
}
