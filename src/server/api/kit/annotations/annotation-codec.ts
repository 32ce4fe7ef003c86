import type { AnnotationSource, AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { decodeGlobalId, encodeGlobalId, type GlobalIdType } from '#contracts/wire/ids.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Principal } from '#core/access/principal.ts';
import type {
  AnnotationAuthor,
  AnnotationContent,
  AnnotationRow,
} from '#core/ports/annotation-rows.ts';
import { exactJsonObject } from '../request/json-object.ts';

/** The Global ID type of annotations of each kind of target. */
export const ANNOTATION_ID_TYPES = {
  span: 'SpanAnnotation',
  trace: 'TraceAnnotation',
  session: 'ProjectSessionAnnotation',
  document: 'DocumentAnnotation',
} as const satisfies Record<AnnotationTarget, GlobalIdType>;

export function annotationId(target: AnnotationTarget, number: number): string {
  return encodeGlobalId(ANNOTATION_ID_TYPES[target], number);
}

/** The target and row number that an annotation's Global ID names; null for anything else. */
export function annotationOfId(
  id: string,
): { readonly target: AnnotationTarget; readonly number: number } | null {
  const decoded = decodeGlobalId(id);
  if (decoded === null) return null;
  const { number } = decoded;
  for (const target of ['span', 'trace', 'session', 'document'] as const)
    if (ANNOTATION_ID_TYPES[target] === decoded.type) return { target, number };
  return null;
}

/** The caller, as the author of what is written over REST. */
export function authorOf({ userNumber }: Principal, source: AnnotationSource): AnnotationAuthor {
  return { source, userNumber };
}

/** An author's user as replies name it. */
export function userId(userNumber: number | null): string | null {
  return userNumber === null ? null : encodeGlobalId('User', userNumber);
}

/**
 * An annotation's content in replies; numbers in the metadata keep all their digits when written as
 * JSON.
 */
export function contentJson({ label, score, explanation, metadata }: AnnotationContent) {
  return { result: { label, score, explanation }, metadata: exactJsonObject(metadata) };
}

/** The fields of every annotation in replies, whatever its target. */
function shownJson(row: AnnotationRow) {
  return {
    id: annotationId(row.target, row.id),
    created_at: isoFromUnixNano(row.createdAtUnixNano),
    updated_at: isoFromUnixNano(row.updatedAtUnixNano),
    source: row.source,
    user_id: userId(row.userNumber),
    name: row.name,
    annotator_kind: row.annotatorKind,
    ...contentJson(row),
    identifier: row.identifier,
  };
}

/**
 * An annotation in a list of its own kind: with `span_id`, `trace_id` or `session_id`, and
 * `document_position` if it has one.
 */
export function targetedAnnotationJson(row: AnnotationRow): object {
  const shown = shownJson(row);
  if (row.target === 'document')
    return { ...shown, span_id: row.targetId, document_position: row.position };
  return { ...shown, [`${row.target}_id`]: row.targetId };
}

/** An annotation in a list of several kinds. */
export function annotationJson(row: AnnotationRow): AnyAnnotation {
  return {
    ...shownJson(row),
    target: row.target,
    target_id: row.targetId,
    document_position: row.position,
  };
}
