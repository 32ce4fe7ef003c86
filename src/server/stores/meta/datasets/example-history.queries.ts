import { sql } from 'kysely';
import type { RowContent } from '#core/dataset/row-content.ts';
import type { MetaDb } from '../meta-db.ts';
import type { DatasetRef } from './dataset-ref.queries.ts';

/** Something that happened to an example in a published version. */
export interface ExampleEvent {
  readonly versionId: number;
  readonly kind: 'CREATE' | 'PATCH' | 'DELETE';
  readonly createdAtMs: number;
  /** The version's description. */
  readonly description: string | null;
  /** Who made the version; null without authentication, and of old versions. */
  readonly userNumber: number | null;
  /** Null of a user who is gone, too. */
  readonly userName: string | null;
  /** The revision that began; null for a deletion. */
  readonly revisionId: number | null;
  /** The size of its content as UTF-8. */
  readonly bytes: number;
}

interface EventRow {
  readonly version_id: number;
  readonly kind: ExampleEvent['kind'];
  readonly created_at_ms: number;
  readonly description: string | null;
  readonly user_number: number | null;
  readonly user_name: string | null;
  readonly revision_id: number | null;
  readonly bytes: number;
}

/** An example's changes, newest first, from `fromVersion` down. */
export async function exampleEvents(
  db: MetaDb,
  dataset: DatasetRef,
  exampleId: number,
  options: { readonly limit: number; readonly fromVersion: number | null },
): Promise<readonly ExampleEvent[]> {
  const newest = Math.min(options.fromVersion ?? dataset.latestVersionId, dataset.latestVersionId);
  const { rows } = await sql<EventRow>`
    with revision as (
      select id, from_version, to_version, octet_length(input) + octet_length(output) + octet_length(metadata) as bytes
      from dataset_example_revisions
      where dataset_id = ${dataset.id} and example_id = ${exampleId} and from_version <= ${dataset.latestVersionId}),
    event as (
      select from_version as version_id, id as revision_id, bytes,
        case when exists (select 1 from revision as earlier where earlier.to_version = revision.from_version) then 'PATCH' else 'CREATE' end as kind
      from revision
      union all
      select to_version, null, 0, 'DELETE' from revision
      where not exists (select 1 from revision as later where later.from_version = revision.to_version))
    select event.*, version.created_at_ms, version.description, version.user_number, users.username as user_name
    from event join dataset_versions as version on version.id = event.version_id
      left join users on users.id = version.user_number
    where event.version_id <= ${newest} order by event.version_id desc limit ${options.limit}`.execute(
    db,
  );
  return rows.map((row) => ({
    versionId: row.version_id,
    kind: row.kind,
    createdAtMs: row.created_at_ms,
    description: row.description,
    userNumber: row.user_number,
    userName: row.user_name,
    revisionId: row.revision_id,
    bytes: row.bytes,
  }));
}

/** The JSON texts of a revision. Null when its dataset is being deleted. */
export async function revisionContent(db: MetaDb, revisionId: number): Promise<RowContent | null> {
  const row = await db
    .selectFrom('dataset_example_revisions')
    .select(['input', 'output', 'metadata'])
    .where('id', '=', revisionId)
    .executeTakeFirst();
  return row ?? null;
}

/** The revision of an example that a version has; null when the example is not in it. */
export async function revisionIn(
  db: MetaDb,
  dataset: DatasetRef,
  exampleId: number,
  versionId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('dataset_example_revisions')
    .select('id')
    .where('dataset_id', '=', dataset.id)
    .where('example_id', '=', exampleId)
    .where('from_version', '<=', versionId)
    .where('to_version', '>', versionId)
    .executeTakeFirst();
  return row?.id ?? null;
}
