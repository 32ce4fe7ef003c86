import type { ExperimentTagRecord } from '../experiment-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** Tags of an experiment, by name. */
export async function listTags(
  db: MetaDb,
  experimentId: number,
): Promise<readonly ExperimentTagRecord[]> {
  return db
    .selectFrom('experiment_tags')
    .selectAll()
    .where('experiment_id', '=', experimentId)
    .orderBy('name')
    .execute();
}

/**
 * Gives a tag to an experiment, and takes it from the one of the same dataset that had it. Null
 * when the experiment was deleted.
 */
export async function setTag(
  db: MetaDb,
  tag: {
    readonly experimentId: number;
    readonly name: string;
    readonly description: string | null;
  },
  nowMs: number,
): Promise<ExperimentTagRecord | null> {
  const row = await db
    .insertInto('experiment_tags')
    .columns(['dataset_id', 'experiment_id', 'name', 'description', 'created_at_ms'])
    .expression((from) =>
      from
        .selectFrom('experiments')
        .select((eb) => [
          'dataset_id',
          'id',
          eb.val(tag.name).as('name'),
          eb.val(tag.description).as('description'),
          eb.val(nowMs).as('now'),
        ])
        .where('id', '=', tag.experimentId)
        .where('deleted_at_ms', 'is', null),
    )
    .onConflict((conflict) =>
      conflict.columns(['dataset_id', 'name']).doUpdateSet((eb) => ({
        experiment_id: eb.ref('excluded.experiment_id'),
        description: eb.ref('excluded.description'),
      })),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a tag from an experiment; nothing happens when another experiment has it. */
export async function deleteTag(
  db: MetaDb,
  experimentId: number,
  tag: { readonly id: number } | { readonly name: string },
): Promise<void> {
  const query = db.deleteFrom('experiment_tags').where('experiment_id', '=', experimentId);
  await (
    'id' in tag ? query.where('id', '=', tag.id) : query.where('name', '=', tag.name)
  ).execute();
}
