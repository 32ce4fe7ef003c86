import type { MetaDb } from '../meta-db.ts';
import type { RunBatch } from '../meta-batch.ts';

/** A run whose trace's tokens and cost were not read to the end yet. */
export interface PendingRun {
  readonly id: number;
  readonly trace_id: string;
  readonly created_at_ms: number;
  /** As far as they were read; null before that, and where the trace has none. */
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly cost_usd: number | null;
}

/** Such runs of an experiment, from `afterId` on, by id. */
export async function pendingRuns(
  db: MetaDb,
  experimentId: number,
  afterId: number,
  limit: number,
): Promise<readonly PendingRun[]> {
  const rows = await db
    .selectFrom('experiment_runs')
    .select(['id', 'trace_id', 'created_at_ms', 'prompt_tokens', 'completion_tokens', 'cost_usd'])
    .where('experiment_id', '=', experimentId)
    .where('id', '>', afterId)
    .where('figures_at_ms', 'is', null)
    .where('trace_id', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ trace_id: traceId, ...row }) =>
    traceId === null ? [] : [{ ...row, trace_id: traceId }],
  );
}

/**
 * The name that an experiment's traces are sent to, which leads to their project; null when the
 * experiment is gone.
 */
export async function projectOfExperiment(
  db: MetaDb,
  experimentId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('experiments')
    .select('project_name')
    .where('id', '=', experimentId)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row?.project_name ?? null;
}

/** The values read from a run's trace. */
export interface RunTrace {
  readonly runId: number;
  /** The trace that was read: a run that was logged again meanwhile may have another one. */
  readonly traceId: string;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costUsd: number | null;
  /** Null when it is to be read again. */
  readonly readAtMs: number | null;
}

/**
 * Stores what was read of traces. Whether a figure changed: then the experiment counts as changed.
 */
export async function storeRunTraces(
  batch: RunBatch,
  experimentId: number,
  traces: readonly RunTrace[],
): Promise<boolean> {
  if (traces.length === 0) return false;
  const changed =
    'prompt_tokens IS DISTINCT FROM ? OR completion_tokens IS DISTINCT FROM ? OR cost_usd IS DISTINCT FROM ? OR figures_at_ms IS DISTINCT FROM ?';
  const values = ({ promptTokens, completionTokens, costUsd, readAtMs }: RunTrace) => [
    promptTokens,
    completionTokens,
    costUsd,
    readAtMs,
  ];
  const exists = `EXISTS (SELECT 1 FROM experiment_runs WHERE id = ? AND trace_id = ? AND (${changed}))`;
  const [bumped] = await batch([
    {
      sql: `UPDATE experiments SET change_number = change_number + 1 WHERE id = ? AND ${exists}`,
      parameterRows: traces.map((trace) => [
        experimentId,
        trace.runId,
        trace.traceId,
        ...values(trace),
      ]),
    },
    {
      sql: `UPDATE experiment_runs SET prompt_tokens = ?, completion_tokens = ?, cost_usd = ?, figures_at_ms = ?
WHERE id = ? AND trace_id = ? AND (${changed})`,
      parameterRows: traces.map((trace) => [
        ...values(trace),
        trace.runId,
        trace.traceId,
        ...values(trace),
      ]),
    },
  ]);
  return (bumped?.changes ?? 0) > 0;
}
