import type { MetaDb } from '../meta-db.ts';

/**
 * Deletes an evaluation of a run; the number of its experiment, or null when there is none, or the
 * experiment is deleted.
 */
export async function deleteEvaluation(db: MetaDb, id: number): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('experiment_evaluations')
      .where('id', '=', id)
      .where('experiment_id', 'in', (eb) =>
        eb.selectFrom('experiments').select('id').where('deleted_at_ms', 'is', null),
      )
      .returning('experiment_id')
      .executeTakeFirst();
    if (deleted === undefined) return null;
    await transaction
      .updateTable('experiments')
      .set((eb) => ({ change_number: eb('change_number', '+', 1) }))
      .where('id', '=', deleted.experiment_id)
      .execute();
    return deleted.experiment_id;
  });
}
