import type { MetaBatchStep } from '../meta-batch.ts';
import type { MetaStore } from '../meta-dialect.ts';
import { typedRows } from '../row-codec.ts';

/** The next step a purge of a deleted dataset may take. */
export type PurgeState = 'gone' | 'changing' | 'ready';

/** Whether a dataset's rows can be removed: one that is still being changed must be waited for. */
export async function purgeState({ db }: MetaStore, datasetId: number): Promise<PurgeState> {
  const row = await db
    .selectFrom('datasets')
    .select('changing_version_id')
    .where('id', '=', datasetId)
    .where('deleted_at_ms', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return 'gone';
  return row.changing_version_id === null ? 'ready' : 'changing';
}

/**
 * Removes the rows of some of a deleted dataset's examples, and in the end the dataset; false when
 * nothing is left.
 */
export async function purgeStep(
  { batch, db }: MetaStore,
  datasetId: number,
  limit: number,
): Promise<boolean> {
  const [found] = await batch([
    {
      sql: 'SELECT DISTINCT example_id FROM dataset_example_revisions WHERE dataset_id = ? ORDER BY example_id LIMIT ?',
      parameterRows: [[datasetId, limit]],
    },
  ]);
  const ids = typedRows<{ example_id: number }>(found?.rows ?? []).map((row) => row.example_id);
  const steps: MetaBatchStep[] = [
    {
      sql: 'DELETE FROM dataset_example_revisions WHERE dataset_id = ? AND example_id = ?',
      parameterRows: ids.map((id) => [datasetId, id]),
    },
    { sql: 'DELETE FROM dataset_examples WHERE id = ?', parameterRows: ids.map((id) => [id]) },
    {
      sql: `DELETE FROM dataset_content_hashes WHERE (dataset_id, content_hash, example_id) IN
(SELECT dataset_id, content_hash, example_id FROM dataset_content_hashes WHERE dataset_id = ? LIMIT ?)`,
      parameterRows: [[datasetId, limit]],
    },
  ];
  const results = await batch(steps);
  if (results.some(({ changes }) => changes > 0)) return true;
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('dataset_versions').where('dataset_id', '=', datasetId).execute();
    await transaction.deleteFrom('datasets').where('id', '=', datasetId).execute();
  });
  return false;
}
