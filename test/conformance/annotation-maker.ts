import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationAuthor, NewAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnnotateOutcome, AnnotateRequest } from '#core/ports/annotation-store.ts';
import { spanIdOf, traceIdOf } from './span-maker.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const AUTHOR: AnnotationAuthor = { source: 'API', userNumber: null };

/** A case's fields of an annotation; the rest are defaults. */
type AnnotationWish = Partial<NewAnnotation>;

function annotation(
  target: AnnotationTarget,
  targetId: string,
  wish: AnnotationWish,
): NewAnnotation {
  return {
    target,
    targetId,
    position: target === 'document' ? 0 : null,
    name: 'correct',
    identifier: '',
    annotatorKind: 'HUMAN',
    label: null,
    score: null,
    explanation: null,
    metadata: '{}',
    ...wish,
  };
}

export function onSpan(span: number, wish: AnnotationWish = {}): NewAnnotation {
  return annotation('span', spanIdOf(span), wish);
}

export function onTrace(trace: number, wish: AnnotationWish = {}): NewAnnotation {
  return annotation('trace', traceIdOf(trace), wish);
}

export function onSession(session: string, wish: AnnotationWish = {}): NewAnnotation {
  return annotation('session', session, wish);
}

export function onDocument(
  span: number,
  position: number,
  wish: AnnotationWish = {},
): NewAnnotation {
  return annotation('document', spanIdOf(span), { position, ...wish });
}

/** Annotates; missing targets are refused by default. */
export function annotate(
  store: StoreUnderTest,
  items: readonly NewAnnotation[],
  options: Partial<AnnotateRequest> = {},
): Promise<AnnotateOutcome> {
  return store.annotationWriter.annotate({
    items,
    author: AUTHOR,
    rules: [],
    missing: 'refuse',
    ...options,
  });
}
