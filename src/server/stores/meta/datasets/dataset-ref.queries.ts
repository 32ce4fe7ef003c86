import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '../meta-db.ts';

/** A dataset that can be read: published once at least, and not deleted. */
export interface DatasetRef {
  readonly id: number;
  readonly name: string;
  readonly latestVersionId: number;
}

/**
 * The dataset behind a Global ID or a name (an id of another type is taken as a name). Rejects with
 * `not_found` when there is none.
 */
export async function findDatasetRef(db: MetaDb, identifier: string): Promise<DatasetRef> {
  const id = decodeGlobalId(identifier);
  const byId = id?.type === 'Dataset';
  const row = await db
    .selectFrom('datasets')
    .select(['id', 'name', 'latest_version_id'])
    .where(byId ? 'id' : 'name', '=', byId ? id.number : identifier)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.latest_version_id === null)
    throw new AppError(
      'not_found',
      `Dataset with ${byId ? 'ID' : 'name'} '${identifier.slice(0, 200)}' not found`,
    );
  return { id: row.id, name: row.name, latestVersionId: row.latest_version_id };
}

export interface PublishedVersion {
  readonly id: number;
  readonly description: string | null;
  readonly createdAtMs: number;
}

/**
 * A version of the dataset. Rejects with `not_found` for one that is not its own, or not published.
 */
export async function findVersion(
  db: MetaDb,
  dataset: DatasetRef,
  number: number,
): Promise<PublishedVersion> {
  const row = await db
    .selectFrom('dataset_versions')
    .select(['id', 'description', 'created_at_ms'])
    .where('id', '=', number)
    .where('dataset_id', '=', dataset.id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  if (row !== undefined)
    return { id: row.id, description: row.description, createdAtMs: row.created_at_ms };
  const detail = `Version ${encodeGlobalId('DatasetVersion', number)} not found in dataset '${dataset.name.slice(0, 200)}'; GET /v1/datasets/{id}/versions lists them.`;
  throw new AppError('not_found', detail);
}

/** The version before another; null for the first. */
export async function versionBefore(
  db: MetaDb,
  dataset: DatasetRef,
  number: number,
): Promise<PublishedVersion | null> {
  const row = await db
    .selectFrom('dataset_versions')
    .select(['id', 'description', 'created_at_ms'])
    .where('dataset_id', '=', dataset.id)
    .where('id', '<', number)
    .where('state', '=', 'published')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, description: row.description, createdAtMs: row.created_at_ms };
}
