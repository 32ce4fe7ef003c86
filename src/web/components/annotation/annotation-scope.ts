import { createContext } from 'react';
import type { AnnotationConfig } from '#contracts/annotation-config.ts';
import type { AnnotatedPlace } from '../../api/annotation-lists.ts';
import type { TraceAnnotations } from '../../api/trace-annotations.ts';

/** What was annotated in the trace on screen, and by which configs: for chips in its tree and in the head of a span. */
interface AnnotationScope {
  readonly place: AnnotatedPlace;
  readonly annotations: TraceAnnotations;
  readonly configs: ReadonlyMap<string, AnnotationConfig>;
}

export const AnnotationScope = createContext<AnnotationScope | null>(null);
