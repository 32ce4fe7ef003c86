import { sql } from 'kysely';
import type { DatasetRecord, DatasetVersionRecord } from '../dataset-tables.ts';
import { insertJob } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';
import { jsonObject } from '../meta-functions.ts';

/** A dataset that can be seen: one whose first version is published, and that is not deleted. */
export type VisibleDataset = DatasetRecord & { readonly latest_version_id: number };

/** A dataset with what is counted and joined for a reader, in the same statement. */
export type ShownDataset = VisibleDataset & {
  readonly version_count: number;
  /** JSON: its labels as `labels.queries.ts` has them, newest label first. */
  readonly labels: string;
  readonly experiment_count: number;
  /** JSON: id, number, name and time of the newest experiment; null without one. */
  readonly latest_experiment: string | null;
};

/** Datasets, newest first, up to `limit`, from `fromId` down. */
export async function listDatasets(
  db: MetaDb,
  options: { readonly limit: number; readonly fromId?: number; readonly name?: string },
): Promise<readonly ShownDataset[]> {
  const { limit, fromId, name } = options;
  return shownDatasets(db)
    .$if(fromId !== undefined, (query) => query.where('id', '<=', fromId ?? 0))
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findDataset(
  db: MetaDb,
  ref: { readonly id: number } | { readonly name: string },
): Promise<VisibleDataset | null> {
  const query =
    'id' in ref
      ? visibleDatasets(db).where('id', '=', ref.id)
      : visibleDatasets(db).where('name', '=', ref.name);
  return (await query.executeTakeFirst()) ?? null;
}

/** A dataset by number, as lists show it. */
export async function findShownDataset(db: MetaDb, id: number): Promise<ShownDataset | null> {
  return (await shownDatasets(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

const LABEL = jsonObject({
  id: sql`l.id`,
  name: sql`l.name`,
  description: sql`l.description`,
  color: sql`l.color`,
});
const EXPERIMENT = jsonObject({
  id: sql`e.id`,
  number: sql`e.sequence_number`,
  name: sql`e.name`,
  created_at_ms: sql`e.created_at_ms`,
});

/**
 * Versions are numbered upwards and the one being written is above the newest: the index alone
 * counts those that are published.
 */
function shownDatasets(db: MetaDb) {
  return visibleDatasets(db).select([
    sql<number>`(SELECT count(*) FROM dataset_versions v WHERE v.dataset_id = datasets.id AND v.id <= datasets.latest_version_id)`.as(
      'version_count',
    ),
    sql<string>`(SELECT json_group_array(${LABEL} ORDER BY l.id DESC)
      FROM dataset_label_assignments a JOIN dataset_labels l ON l.id = a.label_id WHERE a.dataset_id = datasets.id)`.as(
      'labels',
    ),
    sql<number>`(SELECT count(*) FROM experiments e WHERE e.dataset_id = datasets.id AND e.deleted_at_ms IS NULL)`.as(
      'experiment_count',
    ),
    sql<string | null>`(SELECT ${EXPERIMENT}
      FROM experiments e WHERE e.dataset_id = datasets.id AND e.deleted_at_ms IS NULL ORDER BY e.id DESC LIMIT 1)`.as(
      'latest_experiment',
    ),
  ]);
}

function visibleDatasets(db: MetaDb) {
  return db
    .selectFrom('datasets')
    .selectAll()
    .where('deleted_at_ms', 'is', null)
    .where('latest_version_id', 'is not', null)
    .$narrowType<{ latest_version_id: number }>();
}

/**
 * Hides a dataset with its experiments at once, and queues the job that removes their rows. False
 * when there is none.
 */
export async function deleteDataset(
  db: MetaDb,
  id: number,
  nowMs: number,
  deleteProjects = false,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('datasets')
      .set({ deleted_at_ms: nowMs })
      .where('id', '=', id)
      .where('deleted_at_ms', 'is', null)
      .where('latest_version_id', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('experiments')
      .set({ deleted_at_ms: nowMs })
      .where('dataset_id', '=', id)
      .where('deleted_at_ms', 'is', null)
      .execute();
    await transaction.deleteFrom('experiment_tags').where('dataset_id', '=', id).execute();
    await insertJob(
      transaction,
      { name: 'dataset.purge', payload: { datasetId: id, deleteProjects }, runAtMs: nowMs },
      nowMs,
    );
    return true;
  });
}

/** Published versions of a dataset, newest first, up to `limit`, from `fromId` down. */
export async function listVersions(
  db: MetaDb,
  options: { readonly datasetId: number; readonly limit: number; readonly fromId?: number },
): Promise<readonly (DatasetVersionRecord & { readonly user_name: string | null })[]> {
  const { datasetId, limit, fromId } = options;
  return db
    .selectFrom('dataset_versions')
    .innerJoin('datasets', 'datasets.id', 'dataset_versions.dataset_id')
    .leftJoin('users', 'users.id', 'dataset_versions.user_number')
    .selectAll('dataset_versions')
    .select('users.username as user_name')
    .where('dataset_versions.dataset_id', '=', datasetId)
    .where('dataset_versions.state', '=', 'published')
    .where('datasets.deleted_at_ms', 'is', null)
    .$if(fromId !== undefined, (query) => query.where('dataset_versions.id', '<=', fromId ?? 0))
    .orderBy('dataset_versions.id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether a version is a published one of the dataset. */
export async function hasVersion(
  db: MetaDb,
  datasetId: number,
  versionId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('dataset_versions')
    .select('id')
    .where('id', '=', versionId)
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row !== undefined;
}

/** Splits by number or by name. */
export async function findSplits(
  db: MetaDb,
  refs: { readonly ids: readonly number[]; readonly names: readonly string[] },
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('dataset_splits')
    .select(['id', 'name'])
    .where((where) => where.or([where('id', 'in', refs.ids), where('name', 'in', refs.names)]))
    .where('created_by_version', 'is', null)
    .orderBy('name')
    .execute();
}
