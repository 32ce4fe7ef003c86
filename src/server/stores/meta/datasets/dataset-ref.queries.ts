import { AppError } from '#contracts/errors.ts';
import { decodeGlobalId } from '#contracts/ids.ts';
import type { MetaDb } from '../meta-db.ts';

/** A dataset that can be read: published once at least, and not deleted. */
export interface DatasetRef {
  readonly id: number;
  readonly name: string;
  readonly latestVersionId: number;
}

/** The dataset behind a Global ID or a name (an id of another type is taken as a name). Rejects with `not_found` when there is none. */
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
    throw new AppError('not_found', `Dataset with ${byId ? 'ID' : 'name'} '${identifier.slice(0, 200)}' not found`);
  return { id: row.id, name: row.name, latestVersionId: row.latest_version_id };
}
