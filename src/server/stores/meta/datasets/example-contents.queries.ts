import type { RowContent } from '#core/dataset/row-content.ts';
import { OPEN_VERSION } from '../dataset-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** Parameters of one statement. */
const CHUNK = 200;

/** The current contents of examples, by number; deleted ones are missing. */
export async function currentContents(
  db: MetaDb,
  datasetId: number,
  exampleIds: readonly number[],
): Promise<ReadonlyMap<number, RowContent>> {
  const contents = new Map<number, RowContent>();
  for (let at = 0; at < exampleIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('dataset_example_revisions')
      .select(['example_id', 'input', 'output', 'metadata'])
      .where('dataset_id', '=', datasetId)
      .where('example_id', 'in', exampleIds.slice(at, at + CHUNK))
      .where('to_version', '=', OPEN_VERSION)
      .execute();
    for (const { example_id: exampleId, ...content } of rows) contents.set(exampleId, content);
  }
  return contents;
}

/**
 * The versions that brought what examples hold now, by number; those that are deleted are left out.
 */
export async function currentVersions(
  db: MetaDb,
  datasetId: number,
  exampleIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const versions = new Map<number, number>();
  for (let at = 0; at < exampleIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('dataset_example_revisions')
      .select(['example_id', 'from_version'])
      .where('dataset_id', '=', datasetId)
      .where('example_id', 'in', exampleIds.slice(at, at + CHUNK))
      .where('to_version', '=', OPEN_VERSION)
      .execute();
    for (const row of rows) versions.set(row.example_id, row.from_version);
  }
  return versions;
}

/** The contents of revisions, by number. The caller limits their total size. */
export async function revisionContents(
  db: MetaDb,
  revisionIds: readonly number[],
): Promise<ReadonlyMap<number, RowContent>> {
  const contents = new Map<number, RowContent>();
  for (let at = 0; at < revisionIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('dataset_example_revisions')
      .select(['id', 'input', 'output', 'metadata'])
      .where('id', 'in', revisionIds.slice(at, at + CHUNK))
      .execute();
    for (const { id, ...content } of rows) contents.set(id, content);
  }
  return contents;
}
