import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { AnnotationSummary, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { annotate } from './panel/annotate.ts';
import { NO_RESULT, type AnnotationResult } from './annotated-thing.ts';
import { summariesOf } from './panel/summary.ts';
import { useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { AnnotationScope } from './annotation-scope.ts';
import { useMay } from '#web/accounts/may.tsx';

/** The name under which documents are annotated with one key. */
const RELEVANCE = 'relevance';
const LABELS = { true: 'relevant', false: 'not relevant' } as const;

/**
 * The content of a relevance annotation: 1 and "relevant", or 0 and "not relevant"; keeps the
 * explanation.
 */
export function relevanceResult(relevant: boolean, before: AnnotationResult): AnnotationResult {
  return { label: LABELS[`${relevant}`], score: relevant ? 1 : 0, explanation: before.explanation };
}

/**
 * Whether a document was annotated as relevant: by the score, else by one of Telltale's labels;
 * null without an annotation.
 */
export function isRelevant(annotation: AnyAnnotation | undefined): boolean | null {
  if (annotation === undefined) return null;
  const { score, label } = annotation.result;
  if (score !== null) return score >= 0.5;
  return label === LABELS.true ? true : label === LABELS.false ? false : null;
}

/**
 * The next document that is not annotated yet, after a position; the same position when all are.
 */
export function nextUnannotated(
  count: number,
  annotated: ReadonlySet<number>,
  from: number,
): number {
  for (let step = 1; step < count; step += 1) {
    const at = (from + step) % count;
    if (!annotated.has(at)) return at;
  }
  return from;
}

const NOTHING: readonly AnyAnnotation[] = [];
const NO_KEYS: KeyMap = {};

/**
 * Annotating the documents of a span by one key or click each; null where a span's documents cannot
 * be annotated.
 */
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
  const ofDocuments =
    (span === undefined ? undefined : scope?.annotations.ofDocuments.get(span)) ?? NOTHING;
  const verdicts = ofDocuments.filter((one) => one.name === RELEVANCE);
  const annotated = new Set(verdicts.flatMap((one) => one.document_position ?? []));
  const current = chosen ?? nextUnannotated(count, annotated, -1);
  const at = (position: number) => verdicts.find((one) => one.document_position === position);
  const set = (position: number, relevant: boolean): void => {
    if (scope === null || span === undefined) return;
    const call = {
      client,
      place: scope.place,
      annotated: { target: 'document' as const, id: span, position },
    };
    const isSame = isRelevant(at(position)) === relevant;
    void annotate(call, RELEVANCE, (before) =>
      isSame ? NO_RESULT : relevanceResult(relevant, before),
    );
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
    summariesOf(
      ofDocuments.filter((one) => one.document_position === position && one.name !== RELEVANCE),
    );
  return { current, setCurrent, relevant: (position) => isRelevant(at(position)), others, set };
}
