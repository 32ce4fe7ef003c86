import { sql } from 'kysely';
import type { ExperimentRecord } from '../experiment-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** An experiment that is not deleted, with what is joined for a reader. */
export type ShownExperiment = ExperimentRecord & {
  readonly user_name: string | null;
  /** JSON: names of its tags, in order. */
  readonly tag_names: string;
};

/** Which experiments of a dataset to list. */
export interface ExperimentListQuery {
  readonly datasetId: number;
  readonly limit: number;
  readonly fromId: number | null;
  /** Part of the name, compared without case; all names unless given. */
  readonly nameContains?: string;
}

/** Experiments of a dataset, newest first, up to `limit`, from `fromId` down. */
export async function listExperiments(
  db: MetaDb,
  { datasetId, limit, fromId, nameContains = '' }: ExperimentListQuery,
): Promise<readonly ShownExperiment[]> {
  return shownExperiments(db)
    .$if(nameContains !== '', (query) =>
      query.where(sql<boolean>`instr(folded(name), folded(${nameContains})) > 0`),
    )
    .where('dataset_id', '=', datasetId)
    .where('id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** An experiment by number; null when there is none. */
export async function findExperiment(db: MetaDb, id: number): Promise<ShownExperiment | null> {
  return (await shownExperiments(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The experiment of a dataset that has a tag; null without one. */
export async function findTaggedExperiment(
  db: MetaDb,
  datasetId: number,
  tag: string,
): Promise<ShownExperiment | null> {
  const row = await shownExperiments(db)
    .where('id', '=', (query) =>
      query
        .selectFrom('experiment_tags')
        .select('experiment_id')
        .where('dataset_id', '=', datasetId)
        .where('name', '=', tag),
    )
    .executeTakeFirst();
  return row ?? null;
}

function shownExperiments(db: MetaDb) {
  return db
    .selectFrom('experiments')
    .selectAll()
    .select([
      sql<string | null>`(SELECT username FROM users WHERE users.id = experiments.user_number)`.as(
        'user_name',
      ),
      sql<string>`(SELECT json_group_array(name ORDER BY name) FROM experiment_tags WHERE experiment_id = experiments.id)`.as(
        'tag_names',
      ),
    ])
    .where('deleted_at_ms', 'is', null);
}

/** The fields of an experiment that can change. */
export interface ExperimentChanges {
  readonly name: string;
  readonly description: string | null;
  /** JSON. */
  readonly metadata: string;
}

/** Changes what is given; false when there is no such experiment. */
export async function updateExperiment(
  db: MetaDb,
  id: number,
  changes: Partial<ExperimentChanges>,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('experiments')
    .set({ ...changes, updated_at_ms: nowMs })
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
