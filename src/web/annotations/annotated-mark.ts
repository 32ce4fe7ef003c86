import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';

/** An element whose annotations can be shown. */
export type MarkedTarget = Exclude<AnnotationTarget, 'document'>;

/**
 * The `data-annotated` of an element that shows a span, a trace or a session, by its sender's id;
 * its chips name their annotations in `data-annotation-name` ('' for all).
 */
export function annotatedMark(target: MarkedTarget, id: string): string {
  return `${target} ${id}`;
}
