import { createContext } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnnotatedPlace } from './annotation-lists.ts';
import type { TraceAnnotations } from './trace-annotations.ts';

/**
 * The annotations of the current trace and their configs: for chips in the tree and in a span's
 * head.
 */
interface AnnotationScope {
  readonly place: AnnotatedPlace;
  readonly annotations: TraceAnnotations;
  readonly configs: ReadonlyMap<string, AnnotationConfig>;
}

export const AnnotationScope = createContext<AnnotationScope | null>(null);
