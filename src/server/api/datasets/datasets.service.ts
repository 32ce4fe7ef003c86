import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { DatasetVersionRecord } from '#server/stores/meta/dataset-tables.ts';
import { findShownDataset, listDatasets, listVersions } from '#server/stores/meta/datasets/datasets.queries.ts';
import { datasetNotFound, requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { datasetReply } from '../kit/datasets/dataset-codec.ts';
import { jsonObject } from '../kit/request/json-object.ts';

/** A page of datasets, newest first. */
export async function datasetPage(
  db: MetaDb,
  { limit, ...chosen }: { readonly limit: number; readonly fromId?: number; readonly name?: string },
): Promise<{ readonly data: Dataset[]; readonly next_cursor: string | null }> {
  const rows = await listDatasets(db, { limit: limit + 1, ...chosen });
  const next = rows[limit];
  return { data: rows.slice(0, limit).map(datasetReply), next_cursor: next === undefined ? null : encodeGlobalId('Dataset', next.id) };
}

/** A page of a dataset's versions, newest first. */
export async function versionPage(
  db: MetaDb,
  { limit, ...chosen }: { readonly datasetId: number; readonly limit: number; readonly fromId?: number },
): Promise<{ readonly data: DatasetVersion[]; readonly next_cursor: string | null }> {
  const rows = await listVersions(db, { limit: limit + 1, ...chosen });
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(versionReply),
    next_cursor: next === undefined ? null : encodeGlobalId('DatasetVersion', next.id),
  };
}

/** One dataset as lists show it; codes as of `requireDataset`. */
export async function oneDataset(db: MetaDb, id: string): Promise<Dataset> {
  const row = await findShownDataset(db, (await requireDataset(db, id)).id);
  if (row === null) throw datasetNotFound(id);
  return datasetReply(row);
}

function versionReply(row: DatasetVersionRecord & { readonly user_name: string | null }): DatasetVersion {
  return {
    version_id: encodeGlobalId('DatasetVersion', row.id),
    description: row.description,
    metadata: jsonObject(row.metadata),
    created_at: isoFromUnixMs(row.created_at_ms),
    num_created_examples: row.created_examples,
    num_updated_examples: row.changed_examples,
    num_deleted_examples: row.deleted_examples,
    user_id: row.user_number === null ? null : encodeGlobalId('User', row.user_number),
    user_name: row.user_name,
  };
}
