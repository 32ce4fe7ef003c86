import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import type { MetaBatchStep } from '../meta-batch.ts';

/** An evaluation to store. */
export interface LoggedEvaluation {
  readonly runId: number;
  readonly name: string;
  readonly annotatorKind: AnnotatorKind;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly error: string | null;
  /** JSON. */
  readonly metadata: string;
  readonly traceId: string | null;
  readonly startTimeUs: bigint;
  readonly endTimeUs: bigint;
  readonly userNumber: number | null;
  readonly nowMs: number;
}

/** The outcome: stored under a number, or refused because the run doesn't exist. */
export type EvaluationOutcome = { readonly id: number } | { readonly refused: 'run' };

const UPSERT = `
INSERT INTO experiment_evaluations
  (experiment_id, run_id, name, annotator_kind, label, score, error, user_number, trace_id, start_time_us, end_time_us,
   created_at_ms, updated_at_ms, metadata, explanation)
SELECT e.id, r.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
FROM experiment_runs r JOIN experiments e ON e.id = r.experiment_id
WHERE r.id = ? AND e.deleted_at_ms IS NULL
ON CONFLICT (run_id, name) DO UPDATE SET
  annotator_kind = excluded.annotator_kind, label = excluded.label, score = excluded.score, error = excluded.error,
  user_number = excluded.user_number, trace_id = excluded.trace_id, start_time_us = excluded.start_time_us,
  end_time_us = excluded.end_time_us, updated_at_ms = excluded.updated_at_ms, metadata = excluded.metadata,
  explanation = excluded.explanation
RETURNING id, CAST(? AS BIGINT) AS item`;

const CHANGED =
  'UPDATE experiments SET change_number = change_number + 1 WHERE id = (SELECT experiment_id FROM experiment_runs WHERE id = ?) RETURNING id';

/**
 * The steps that store evaluations: of one name and run the last one is kept, under the number of
 * the first.
 */
export function evaluationSteps(evaluations: readonly LoggedEvaluation[]): {
  readonly steps: readonly MetaBatchStep[];
  readonly upsertAt: number;
  /** Its rows name the experiments that changed. */
  readonly changedAt: number;
} {
  const runIds = [...new Set(evaluations.map(({ runId }) => runId))];
  const steps: readonly MetaBatchStep[] = [
    { sql: UPSERT, parameterRows: evaluations.map(parametersOf) },
    { sql: CHANGED, parameterRows: runIds.map((id) => [id]) },
  ];
  return { steps, upsertAt: 0, changedAt: 1 };
}

function parametersOf(one: LoggedEvaluation, item: number): readonly unknown[] {
  const {
    runId,
    name,
    annotatorKind,
    label,
    score,
    explanation,
    error,
    metadata,
    traceId,
    startTimeUs,
    endTimeUs,
    userNumber,
    nowMs,
  } = one;
  const times = [startTimeUs, endTimeUs, nowMs, nowMs];
  return [
    name,
    annotatorKind,
    label,
    score,
    error,
    userNumber,
    traceId,
    ...times,
    metadata,
    explanation,
    runId,
    item,
  ];
}

/** The outcomes of evaluations, in their order. */
export function evaluationOutcomes(
  evaluations: readonly LoggedEvaluation[],
  ids: ReadonlyMap<number, number>,
): readonly EvaluationOutcome[] {
  return evaluations.map((_evaluation, at) => {
    const id = ids.get(at);
    return id === undefined ? { refused: 'run' } : { id };
  });
}
