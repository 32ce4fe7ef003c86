import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { AnnotationSummary, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { annotate } from './panel/annotate.ts';
import { NO_RESULT } from './annotated-thing.ts';
import { RELEVANCE, isRelevant, nextUnannotated, relevanceResult } from './panel/relevance.ts';
import { summariesOf } from './panel/summary.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import type { KeyMap } from '#web/platform/keys/keys.ts';
import { AnnotationScope } from './annotation-scope.ts';
import { useMay } from '#web/accounts/may.tsx';

const NOTHING: readonly AnyAnnotation[] = [];
const NO_KEYS: KeyMap = {};

/** Annotating the documents of a span by one key or click each; null where a span's documents cannot be annotated. */
export interface Relevance {
  /** The position that the keys annotate next. */
  readonly current: number;
  readonly setCurrent: (position: number) => void;
  readonly relevant: (position: number) => boolean | null;
  /** Other annotations of the document, by name. */
  readonly others: (position: number) => readonly AnnotationSummary[];
  /** The same answer again removes it. */
  readonly set: (position: number, relevant: boolean) => void;
}

export function useRelevance(span: string | undefined, count: number): Relevance | null {
  const scope = use(AnnotationScope);
  const client = useQueryClient();
  const [chosen, setCurrent] = useState<number | null>(null);
  const ofDocuments = (span === undefined ? undefined : scope?.annotations.ofDocuments.get(span)) ?? NOTHING;
  const verdicts = ofDocuments.filter((one) => one.name === RELEVANCE);
  const annotated = new Set(verdicts.flatMap((one) => one.document_position ?? []));
  const current = chosen ?? nextUnannotated(count, annotated, -1);
  const at = (position: number) => verdicts.find((one) => one.document_position === position);
  const set = (position: number, relevant: boolean): void => {
    if (scope === null || span === undefined) return;
    const call = { client, place: scope.place, annotated: { target: 'document' as const, id: span, position } };
    const isSame = isRelevant(at(position)) === relevant;
    void annotate(call, RELEVANCE, (before) => (isSame ? NO_RESULT : relevanceResult(relevant, before)));
  };
  const setAndGoOn = (relevant: boolean): void => {
    if (isRelevant(at(current)) !== relevant) set(current, relevant);
    setCurrent(nextUnannotated(count, new Set([...annotated, current]), current));
  };
  const may = useMay('traces:write');
  const canAnnotate = may && scope !== null && span !== undefined && count > 0;
  useKeys(
    canAnnotate
      ? {
          r: { what: 'Relevant, to the next', run: () => setAndGoOn(true) },
          i: { what: 'Not relevant, to the next', run: () => setAndGoOn(false) },
        }
      : NO_KEYS,
    'Documents',
  );
  if (!canAnnotate) return null;
  const others = (position: number) =>
    summariesOf(ofDocuments.filter((one) => one.document_position === position && one.name !== RELEVANCE));
  return { current, setCurrent, relevant: (position) => isRelevant(at(position)), others, set };
}
