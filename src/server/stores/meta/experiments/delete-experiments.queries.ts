import { insertJobs } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';
import type { MetaStore } from '../meta-dialect.ts';

/**
 * Hides experiments at once, takes their tags away, and queues the jobs that remove their rows; the
 * numbers of those that were there.
 */
export async function deleteExperiments(
  db: MetaDb,
  ids: readonly number[],
  { deleteProjects, nowMs }: { readonly deleteProjects: boolean; readonly nowMs: number },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('experiments')
      .set({ deleted_at_ms: nowMs })
      .where('id', 'in', ids)
      .where('deleted_at_ms', 'is', null)
      .returning('id')
      .execute();
    const deleted = rows.map(({ id }) => id);
    if (deleted.length > 0)
      await transaction
        .deleteFrom('experiment_tags')
        .where('experiment_id', 'in', deleted)
        .execute();
    await insertJobs(
      transaction,
      deleted.map((experimentId) => ({
        name: 'experiment.purge',
        payload: { experimentId, deleteProject: deleteProjects },
        runAtMs: nowMs,
      })),
      nowMs,
    );
    return deleted;
  });
}

/**
 * The project of a deleted experiment whose rows are still there; null when there are none to
 * remove.
 */
export async function deletedExperiment(
  db: MetaDb,
  id: number,
): Promise<{ readonly projectName: string } | null> {
  const row = await db
    .selectFrom('experiments')
    .select('project_name')
    .where('id', '=', id)
    .where('deleted_at_ms', 'is not', null)
    .executeTakeFirst();
  return row === undefined ? null : { projectName: row.project_name };
}

/**
 * Removes some of a deleted experiment's rows; false when nothing but the experiment itself is
 * left.
 */
export async function purgeExperimentStep(
  { batch }: MetaStore,
  id: number,
  limit: number,
): Promise<boolean> {
  const some = (table: string, key: string) => ({
    sql: `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE experiment_id = ? LIMIT ?)`,
    parameterRows: [[id, limit]],
  });
  const results = await batch([
    some('experiment_evaluations', 'id'),
    some('experiment_runs', 'id'),
    {
      sql: `DELETE FROM experiment_examples WHERE experiment_id = ? AND example_id IN
(SELECT example_id FROM experiment_examples WHERE experiment_id = ? LIMIT ?)`,
      parameterRows: [[id, id, limit]],
    },
    some('experiment_tags', 'id'),
  ]);
  return results.some(({ changes }) => changes > 0);
}

/** Removes a deleted experiment, last of its rows. */
export async function forgetExperiment(db: MetaDb, id: number): Promise<void> {
  await db
    .deleteFrom('experiments')
    .where('id', '=', id)
    .where('deleted_at_ms', 'is not', null)
    .execute();
}

/** An experiment of a deleted dataset whose rows are still there; null when there is none. */
export async function anyExperimentOf(db: MetaDb, datasetId: number): Promise<number | null> {
  const row = await db
    .selectFrom('experiments')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at_ms', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
