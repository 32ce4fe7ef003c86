import type { MetaDb } from '../meta-db.ts';

/** The fields of a dataset that change without a new version. */
export interface DatasetFacts {
  readonly name: string;
  readonly description: string | null;
  /** JSON. */
  readonly metadata: string;
}

/**
 * Changes what is given; false when there is no such dataset. Rejects with `conflict` when the name
 * is taken.
 */
export async function updateDataset(
  db: MetaDb,
  id: number,
  changes: Partial<DatasetFacts>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('datasets')
    // Something to set, for a change of nothing.
    .set({ deleted_at_ms: null, ...changes })
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
