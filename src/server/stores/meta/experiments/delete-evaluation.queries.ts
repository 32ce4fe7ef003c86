import type { MetaDb } from '../meta-db.ts';

/** Deletes an evaluation of a run; false when there is none, or its experiment is deleted. */
export async function deleteEvaluation(db: MetaDb, id: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('experiment_evaluations')
      .where('id', '=', id)
      .where('experiment_id', 'in', (eb) => eb.selectFrom('experiments').select('id').where('deleted_at_ms', 'is', null))
      .returning('experiment_id')
      .executeTakeFirst();
    if (deleted === undefined) return false;
    await transaction
      .updateTable('experiments')
      .set((eb) => ({ change_number: eb('change_number', '+', 1) }))
      .where('id', '=', deleted.experiment_id)
      .execute();
    return true;
  });
}
