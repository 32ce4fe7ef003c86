import { createContext } from 'react';
import type { AnnotationConfig } from '#contracts/annotation-config.ts';
import type { JudgedPlace } from '../../api/judged-lists.ts';
import type { TraceJudgements } from '../../api/trace-judgements.ts';

/** What was annotated in the trace on screen, and by which configs: for chips in its tree and in the head of a span. */
interface AnnotationScope {
  readonly place: JudgedPlace;
  readonly judgements: TraceJudgements;
  readonly configs: ReadonlyMap<string, AnnotationConfig>;
}

export const AnnotationScope = createContext<AnnotationScope | null>(null);
