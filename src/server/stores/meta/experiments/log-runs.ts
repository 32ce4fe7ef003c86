import type { MetaBatchStep, RunBatch } from '../meta-batch.ts';
import { typedRows } from '../row-codec.ts';
import type { StoredOutput } from './output-codec.ts';

/** A run to store. */
export interface LoggedRun {
  readonly experimentId: number;
  readonly exampleId: number;
  readonly repetition: number;
  readonly startTimeUs: bigint;
  readonly endTimeUs: bigint;
  readonly traceId: string | null;
  readonly error: string | null;
  readonly output: StoredOutput;
}

/**
 * The outcome: stored under a number, or refused because the experiment or example doesn't exist,
 * or the run has finished before.
 */
export type RunOutcome =
  | { readonly id: number }
  | { readonly refused: 'experiment' }
  | { readonly refused: 'example' }
  | { readonly refused: 'finished'; readonly finishedId: number };

const OF_KEY = 'experiment_id = ? AND example_id = ? AND repetition = ?';

/** Evaluations of an overwritten failed run are about its old output; human annotations stay. */
const FORGET_EVALUATIONS = `DELETE FROM experiment_evaluations WHERE annotator_kind <> 'HUMAN'
AND run_id IN (SELECT id FROM experiment_runs WHERE ${OF_KEY} AND error IS NOT NULL)`;

const UPSERT = `
INSERT INTO experiment_runs
  (experiment_id, example_id, repetition, start_time_us, end_time_us, trace_id, error, created_at_ms, output, packed_output)
SELECT e.id, x.id, ?, ?, ?, ?, ?, ?, ?, ?
FROM experiments e JOIN dataset_examples x ON x.dataset_id = e.dataset_id
WHERE e.id = ? AND e.deleted_at_ms IS NULL AND x.id = ?
ON CONFLICT (experiment_id, example_id, repetition) DO UPDATE SET
  start_time_us = excluded.start_time_us, end_time_us = excluded.end_time_us, trace_id = excluded.trace_id, error = excluded.error,
  prompt_tokens = NULL, completion_tokens = NULL, cost_usd = NULL, figures_at_ms = NULL,
  created_at_ms = excluded.created_at_ms, output = excluded.output, packed_output = excluded.packed_output
WHERE experiment_runs.error IS NOT NULL
RETURNING id, CAST(? AS BIGINT) AS item`;

/**
 * Takes what the runs of these keys are from the counts of their experiment (`-`), or adds it
 * (`+`).
 */
const count = (sign: '+' | '-', more = '') => `
UPDATE experiments SET
  successful_run_count = successful_run_count ${sign} CASE WHEN run.error IS NULL THEN 1 ELSE 0 END,
  failed_run_count = failed_run_count ${sign} CASE WHEN run.error IS NULL THEN 0 ELSE 1 END${more}
FROM (SELECT experiment_id, error, created_at_ms FROM experiment_runs WHERE ${OF_KEY}) run
WHERE experiments.id = run.experiment_id`;

/** A refused run was stored at another time. */
const IF_STORED =
  ', change_number = change_number + CASE WHEN run.created_at_ms = ? THEN 1 ELSE 0 END';

/**
 * The steps that store runs: a failed run is overwritten and keeps its number, a finished one stays
 * as it is. Counts are kept by taking away what the runs of these keys were, and adding what they
 * are. No run may have been stored at `storedAtMs` before.
 */
export function runSteps(
  runs: readonly LoggedRun[],
  storedAtMs: number,
): { readonly steps: readonly MetaBatchStep[]; readonly upsertAt: number } {
  const keys = distinctKeys(runs);
  const steps: readonly MetaBatchStep[] = [
    { sql: FORGET_EVALUATIONS, parameterRows: keys },
    { sql: count('-'), parameterRows: keys },
    { sql: UPSERT, parameterRows: runs.map((run, item) => parametersOf(run, item, storedAtMs)) },
    { sql: count('+', IF_STORED), parameterRows: keys.map((key) => [storedAtMs, ...key]) },
  ];
  return { steps, upsertAt: 2 };
}

function parametersOf(run: LoggedRun, item: number, storedAtMs: number): readonly unknown[] {
  const { experimentId, exampleId, repetition, startTimeUs, endTimeUs, traceId, error, output } =
    run;
  return [
    repetition,
    startTimeUs,
    endTimeUs,
    traceId,
    error,
    storedAtMs,
    output.text,
    output.packed,
    experimentId,
    exampleId,
    item,
  ];
}

function distinctKeys(runs: readonly LoggedRun[]): readonly (readonly number[])[] {
  const keys = new Map<string, readonly number[]>();
  for (const { experimentId, exampleId, repetition } of runs)
    keys.set(`${experimentId} ${exampleId} ${repetition}`, [experimentId, exampleId, repetition]);
  return [...keys.values()];
}

const REFUSAL = `
SELECT EXISTS (SELECT 1 FROM experiments WHERE id = ? AND deleted_at_ms IS NULL) AS has_experiment,
  (SELECT id FROM experiment_runs WHERE ${OF_KEY}) AS finished_id`;

/** Why runs were not stored, in their order. */
export async function refusalsOf(
  batch: RunBatch,
  runs: readonly LoggedRun[],
): Promise<readonly RunOutcome[]> {
  const parameterRows = runs.map(({ experimentId, exampleId, repetition }) => [
    experimentId,
    experimentId,
    exampleId,
    repetition,
  ]);
  const [result] = await batch([{ sql: REFUSAL, parameterRows }]);
  return typedRows<{ readonly has_experiment: number; readonly finished_id: number | null }>(
    result?.rows ?? [],
  ).map((row) => {
    if (row.has_experiment === 0) return { refused: 'experiment' };
    return row.finished_id === null
      ? { refused: 'example' }
      : { refused: 'finished', finishedId: row.finished_id };
  });
}
