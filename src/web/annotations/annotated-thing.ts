import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';

/**
 * A target: a span, a trace or a session by its sender's id, or one document of a span by its
 * position from 0.
 */
export interface AnnotatedThing {
  readonly target: AnnotationTarget;
  readonly id: string;
  readonly position: number | null;
}

export type AnnotationResult = AnyAnnotation['result'];

export const NO_RESULT: AnnotationResult = { label: null, score: null, explanation: null };

/**
 * The identifier of annotations made on the page: a separate one for each signed-in user, so that
 * several can annotate the same target; `reviewer` is null while authentication is off. Documents
 * have one annotation per name.
 */
export function ownIdentifier(target: AnnotationTarget, reviewer: string | null): string {
  return target === 'document' ? '' : `px-app:${reviewer ?? ''}`;
}

/** A unique text for a target. */
export function keyOfAnnotated({ target, id, position }: AnnotatedThing): string {
  return `${target} ${id} ${position ?? ''}`;
}

export function annotatedBy(
  annotation: Pick<AnyAnnotation, 'target' | 'target_id' | 'document_position'>,
): AnnotatedThing {
  return {
    target: annotation.target,
    id: annotation.target_id,
    position: annotation.document_position,
  };
}

/** Whether an annotation is about that very thing. */
export function isOn(annotation: AnyAnnotation, annotated: AnnotatedThing): boolean {
  return keyOfAnnotated(annotatedBy(annotation)) === keyOfAnnotated(annotated);
}

/** The reviewer's own annotation under a name, made on the page; undefined if there is none. */
export function ownAnnotation(
  annotations: readonly AnyAnnotation[],
  annotated: AnnotatedThing,
  name: string,
  reviewer: string | null,
): AnyAnnotation | undefined {
  const identifier = ownIdentifier(annotated.target, reviewer);
  return annotations.find(
    (one) => one.name === name && one.identifier === identifier && isOn(one, annotated),
  );
}

/** Whether a person has annotated a thing under a name, here or through the interface. */
export function isAnnotatedByPerson(
  annotations: readonly AnyAnnotation[],
  annotated: AnnotatedThing,
  name: string,
): boolean {
  return annotations.some(
    (one) => one.name === name && one.annotator_kind === 'HUMAN' && isOn(one, annotated),
  );
}

export function isSameResult(a: AnnotationResult, b: AnnotationResult): boolean {
  return a.label === b.label && a.score === b.score && a.explanation === b.explanation;
}

export function isEmptyResult(result: AnnotationResult): boolean {
  return isSameResult(result, NO_RESULT);
}
