import type { AnnotationRevision } from '#contracts/annotations/annotation.ts';

/** One field that a revision changed, before and after; null for none. */
export interface FieldChange {
  readonly field: 'label' | 'score' | 'explanation' | 'metadata' | 'kind';
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The changes of a revision from the previous one (undefined for the first); empty if only the
 * author differs.
 */
export function changesOf(
  before: AnnotationRevision | undefined,
  after: AnnotationRevision,
): readonly FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return FIELDS.flatMap((field) =>
    old[field] === now[field] ? [] : [{ field, before: old[field], after: now[field] }],
  );
}

const FIELDS = ['label', 'score', 'explanation', 'metadata', 'kind'] as const;

function fieldsOf(
  revision: AnnotationRevision | undefined,
): Readonly<Record<FieldChange['field'], string | null>> {
  const { result = null, metadata = null, annotator_kind: kind = null } = revision ?? {};
  return {
    // An emptied field says as little as one that was never filled.
    label: result?.label || null,
    score: result?.score === undefined || result.score === null ? null : String(result.score),
    explanation: result?.explanation || null,
    metadata:
      metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    kind,
  };
}
