import type { NewAnnotation } from '../ports/annotation-rows.ts';
import type { EvaluationHead } from './evaluation-frame.ts';

/**
 * Some rows of a frame, as columns: copying a list between threads costs a fraction of copying as
 * many objects. Null for a column that is not there.
 */
export interface EvaluationBatch {
  /** Number of the first row, from 1. */
  readonly firstRow: number;
  readonly targetIds: readonly string[];
  readonly positions: readonly number[] | null;
  readonly labels: readonly (string | null)[] | null;
  readonly scores: readonly (number | null)[] | null;
  readonly explanations: readonly (string | null)[] | null;
}

/** The rows as annotations by an LLM. */
export function annotationsOf(
  { name, target }: EvaluationHead,
  batch: EvaluationBatch,
): readonly NewAnnotation[] {
  return batch.targetIds.map((id, index) => ({
    target,
    // Ids of OpenTelemetry are hex, in either case.
    targetId: id.toLowerCase(),
    position: batch.positions?.[index] ?? null,
    name,
    identifier: '',
    annotatorKind: 'LLM',
    label: batch.labels?.[index] ?? null,
    score: batch.scores?.[index] ?? null,
    explanation: batch.explanations?.[index] ?? null,
    metadata: '{}',
  }));
}
