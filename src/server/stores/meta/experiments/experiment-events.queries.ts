import type { MetaDb } from '../meta-db.ts';

/** An experiment's fields in events. */
export interface ExperimentProgress {
  readonly id: number;
  readonly dataset_id: number;
  readonly example_count: number;
  readonly repetitions: number;
  readonly successful_run_count: number;
  readonly failed_run_count: number;
  readonly change_number: number;
  readonly deleted_at_ms: number | null;
}

/** How far these experiments are, deleted ones too while their rows are there. At most 500 ids. */
export async function experimentProgress(
  db: MetaDb,
  ids: readonly number[],
): Promise<readonly ExperimentProgress[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('experiments')
    .select([
      'id',
      'dataset_id',
      'example_count',
      'repetitions',
      'successful_run_count',
      'failed_run_count',
      'change_number',
      'deleted_at_ms',
    ])
    .where('id', 'in', ids)
    .execute();
}

/** The newest experiments of these datasets. */
export async function experimentIdsOf(
  db: MetaDb,
  datasetIds: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  if (datasetIds.length === 0) return [];
  const rows = await db
    .selectFrom('experiments')
    .select('id')
    .where('dataset_id', 'in', datasetIds)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
