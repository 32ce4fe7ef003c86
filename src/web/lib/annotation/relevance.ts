import type { AnyAnnotation } from '#contracts/annotation.ts';
import type { JudgementResult } from './judgement.ts';

/** The name under which documents are annotated with one key. */
export const RELEVANCE = 'relevance';
const LABELS = { true: 'relevant', false: 'not relevant' } as const;

/** What a document's annotation says: 1 and "relevant", or 0 and "not relevant"; what was explained stays. */
export function relevanceResult(relevant: boolean, before: JudgementResult): JudgementResult {
  return { label: LABELS[`${relevant}`], score: relevant ? 1 : 0, explanation: before.explanation };
}

/** Whether a person, a model or code found a document relevant: by the score, else by a label of ours; null when none said. */
export function isRelevant(judgement: AnyAnnotation | undefined): boolean | null {
  if (judgement === undefined) return null;
  const { score, label } = judgement.result;
  if (score !== null) return score >= 0.5;
  return label === LABELS.true ? true : label === LABELS.false ? false : null;
}

/** The next document that is not annotated yet, after a position; the same position when all are. */
export function nextUnjudged(count: number, judged: ReadonlySet<number>, from: number): number {
  for (let step = 1; step < count; step += 1) {
    const at = (from + step) % count;
    if (!judged.has(at)) return at;
  }
  return from;
}
