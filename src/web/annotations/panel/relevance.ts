import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import type { AnnotationResult } from '#web/annotations/annotated-thing.ts';

/** The name under which documents are annotated with one key. */
export const RELEVANCE = 'relevance';
const LABELS = { true: 'relevant', false: 'not relevant' } as const;

/** The content of a relevance annotation: 1 and "relevant", or 0 and "not relevant"; keeps the explanation. */
export function relevanceResult(relevant: boolean, before: AnnotationResult): AnnotationResult {
  return { label: LABELS[`${relevant}`], score: relevant ? 1 : 0, explanation: before.explanation };
}

/** Whether a document was annotated as relevant: by the score, else by one of Telltale's labels; null without an annotation. */
export function isRelevant(annotation: AnyAnnotation | undefined): boolean | null {
  if (annotation === undefined) return null;
  const { score, label } = annotation.result;
  if (score !== null) return score >= 0.5;
  return label === LABELS.true ? true : label === LABELS.false ? false : null;
}

/** The next document that is not annotated yet, after a position; the same position when all are. */
export function nextUnannotated(count: number, annotated: ReadonlySet<number>, from: number): number {
  for (let step = 1; step < count; step += 1) {
    const at = (from + step) % count;
    if (!annotated.has(at)) return at;
  }
  return from;
}
