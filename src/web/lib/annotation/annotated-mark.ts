import type { AnnotationTarget } from '#contracts/annotation-kind.ts';

/** What has annotations to show. */
export type MarkedTarget = Exclude<AnnotationTarget, 'document'>;

/**
 * The `data-annotated` of an element that shows a span, a trace or a session, by the id its sender gave it; chips in it say by `data-said` which name
 * of its annotations they stand for ('' for all).
 */
export function annotatedMark(target: MarkedTarget, id: string): string {
  return `${target} ${id}`;
}
