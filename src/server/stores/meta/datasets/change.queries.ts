import { AppError } from '#contracts/wire/errors.ts';
import {
  uploadDatasetData,
  type DatasetUpload,
  type DatasetUploadOutcome,
} from '#core/dataset/dataset-upload.ts';
import type { MetaDb } from '../meta-db.ts';

/** A version that is being written: it is not read until it is published. */
export interface OpenChange {
  readonly datasetId: number;
  readonly versionId: number;
  /** The newest published version; null for a dataset that this change creates. */
  readonly previousVersionId: number | null;
  /** Every example that was there before has this id or a smaller one. */
  readonly earlierMax: number;
  /** The server that writes it, among those that share the database; null where there is one. */
  readonly serverId: number | null;
}

/**
 * Opens a change of the dataset of that name, and creates the dataset for actions that may. Rejects
 * with `conflict` when `create` finds the name taken. If an earlier change is still open, returns
 * that one instead: it must end, or be rolled back, first.
 */
export async function beginChange(
  db: MetaDb,
  upload: Pick<DatasetUpload, 'name' | 'action' | 'description'>,
  { nowMs, serverId }: { readonly nowMs: number; readonly serverId: number | null },
): Promise<{ readonly opened: OpenChange } | { readonly left: OpenChange }> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('datasets')
      .select(['id', 'latest_version_id', 'changing_version_id', 'changing_server_id'])
      .where('name', '=', upload.name)
      .where('deleted_at_ms', 'is', null)
      .executeTakeFirst();
    const newest = await transaction
      .selectFrom('dataset_examples')
      .select((select) => select.fn.max<number | null>('id').as('id'))
      .executeTakeFirst();
    const before = {
      previousVersionId: found?.latest_version_id ?? null,
      earlierMax: newest?.id ?? 0,
    };
    if (found !== undefined && found.changing_version_id !== null)
      return {
        left: {
          datasetId: found.id,
          versionId: found.changing_version_id,
          serverId: found.changing_server_id,
          ...before,
        },
      };
    if (found !== undefined && upload.action === 'create') throw nameTaken(upload.name);
    const { id: datasetId } =
      found ??
      (await transaction
        .insertInto('datasets')
        .values({
          name: upload.name,
          description: upload.description,
          created_at_ms: nowMs,
          updated_at_ms: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    const { id: versionId } = await transaction
      .insertInto('dataset_versions')
      .values({ dataset_id: datasetId, state: 'open', created_at_ms: nowMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('datasets')
      .set({ changing_version_id: versionId, changing_server_id: serverId })
      .where('id', '=', datasetId)
      .execute();
    return { opened: { datasetId, versionId, serverId, ...before } };
  });
}

/**
 * Rejects as `beginChange` will, where that can be seen already: `create` with the name of a
 * dataset that has a version.
 */
export async function assertMayCreate(
  db: MetaDb,
  { name, action }: Pick<DatasetUpload, 'name' | 'action'>,
): Promise<void> {
  if (action !== 'create') return;
  const found = await db
    .selectFrom('datasets')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at_ms', 'is', null)
    .where('latest_version_id', 'is not', null)
    .executeTakeFirst();
  if (found !== undefined) throw nameTaken(name);
}

function nameTaken(name: string): AppError {
  return new AppError(
    'conflict',
    `A dataset named '${name.slice(0, 200)}' already exists. Choose another name, or the action 'append' or 'update'.`,
  );
}

/** Says something of the version that is being written. */
export async function describeVersion(
  db: MetaDb,
  { versionId }: OpenChange,
  description: string,
): Promise<void> {
  await db
    .updateTable('dataset_versions')
    .set({ description })
    .where('id', '=', versionId)
    .execute();
}

/** A change's outcome. */
export interface ChangeTally {
  /** Examples that are in the new version and were not in the one before; revived ones too. */
  readonly created: number;
  /** Examples with other content. */
  readonly patched: number;
  /** Examples with other content or other splits. */
  readonly updated: number;
  readonly deleted: number;
  /** Lines that were left out by wish; null or absent where that was not asked for. */
  readonly leftOutLines?: number | null;
}

/**
 * Publishes a change in one transaction: from then on readers see it. Without a changed example
 * there is no new version, unless the dataset has none yet. A job that is named gets the outcome in
 * the same transaction, so that it never does its work twice. Rejects with `not_found` when the
 * dataset was deleted meanwhile, with `conflict` when the job was cancelled.
 */
export async function publishChange(
  db: MetaDb,
  change: OpenChange,
  tally: ChangeTally,
  options: {
    readonly nowMs: number;
    readonly jobId: number | null;
    readonly userNumber: number | null;
  },
): Promise<DatasetUploadOutcome> {
  const { datasetId, versionId, previousVersionId, serverId } = change;
  const isVersion = previousVersionId === null || tally.created + tally.patched + tally.deleted > 0;
  const outcome: DatasetUploadOutcome = {
    datasetId,
    versionId: isVersion ? versionId : previousVersionId,
    created: tally.created,
    updated: tally.updated,
    deleted: tally.deleted,
    ...(typeof tally.leftOutLines === 'number' ? { leftOutLines: tally.leftOutLines } : {}),
  };
  await db.transaction().execute(async (transaction) => {
    await applySplitChanges(transaction, versionId);
    const version = transaction.updateTable('dataset_versions').set({
      state: 'published',
      created_at_ms: options.nowMs,
      created_examples: tally.created,
      changed_examples: tally.patched,
      deleted_examples: tally.deleted,
      user_number: options.userNumber,
    });
    if (isVersion) await version.where('id', '=', versionId).execute();
    else await transaction.deleteFrom('dataset_versions').where('id', '=', versionId).execute();
    const { numUpdatedRows } = await transaction
      .updateTable('datasets')
      .set((set) => ({
        changing_version_id: null,
        changing_server_id: null,
        latest_version_id: outcome.versionId,
        example_count: set('example_count', '+', tally.created - tally.deleted),
        ...(isVersion || tally.updated > 0 ? { updated_at_ms: options.nowMs } : {}),
      }))
      .where('id', '=', datasetId)
      .where('changing_version_id', '=', versionId)
      // Of a server that stood still for long, another one may be rolling it back.
      .where('changing_server_id', 'is not distinct from', serverId)
      .where('deleted_at_ms', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new AppError('not_found', 'The dataset was deleted while it was being changed.');
    if (options.jobId === null) return;
    const job = await transaction
      .updateTable('jobs')
      .set({ result: JSON.stringify(uploadDatasetData(outcome)) })
      .where('id', '=', options.jobId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (job.numUpdatedRows === 0n) throw new AppError('conflict', 'The upload was cancelled.');
  });
  return outcome;
}

async function applySplitChanges(transaction: MetaDb, versionId: number): Promise<void> {
  await transaction
    .deleteFrom('dataset_example_splits')
    .where((where) =>
      where(
        where.refTuple('example_id', 'split_id'),
        'in',
        where
          .selectFrom('dataset_split_changes')
          .select(['dataset_split_changes.example_id', 'dataset_split_changes.split_id'])
          .where('version_id', '=', versionId)
          .where('assigned', '=', 0)
          .$asTuple('example_id', 'split_id'),
      ),
    )
    .execute();
  await transaction
    .insertInto('dataset_example_splits')
    .columns(['example_id', 'split_id'])
    .expression((from) =>
      from
        .selectFrom('dataset_split_changes')
        .select(['example_id', 'split_id'])
        .where('version_id', '=', versionId)
        .where('assigned', '=', 1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .deleteFrom('dataset_split_changes')
    .where('version_id', '=', versionId)
    .execute();
  await transaction
    .updateTable('dataset_splits')
    .set({ created_by_version: null })
    .where('created_by_version', '=', versionId)
    .execute();
}

/** Changes that were open when their server ended. */
export async function leftChanges(
  db: MetaDb,
): Promise<readonly (OpenChange & { readonly name: string })[]> {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'name', 'latest_version_id', 'changing_version_id', 'changing_server_id'])
    .where('changing_version_id', 'is not', null)
    .where((where) =>
      where.or([
        where('changing_server_id', 'is', null),
        where('changing_server_id', 'not in', (select) =>
          select.selectFrom('servers').select('id'),
        ),
      ]),
    )
    .limit(1_000)
    .execute();
  return rows.flatMap(
    ({
      id,
      name,
      latest_version_id: previousVersionId,
      changing_version_id: versionId,
      changing_server_id: serverId,
    }) =>
      versionId === null
        ? []
        : [{ datasetId: id, name, versionId, previousVersionId, serverId, earlierMax: 0 }],
  );
}

/**
 * Makes a change that another server left the business of this one, so that neither that server
 * nor a third one publishes it or rolls it back. Null when it is over, or that of a third one by now.
 */
export async function takeChange(
  db: MetaDb,
  change: OpenChange,
  serverId: number | null,
): Promise<OpenChange | null> {
  if (change.serverId === serverId) return change;
  const { numUpdatedRows } = await db
    .updateTable('datasets')
    .set({ changing_server_id: serverId })
    .where('id', '=', change.datasetId)
    .where('changing_version_id', '=', change.versionId)
    .where('changing_server_id', 'is not distinct from', change.serverId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...change, serverId } : null;
}

/** Whether a change is neither published nor rolled back. */
export async function isOpen(db: MetaDb, { versionId }: OpenChange): Promise<boolean> {
  const row = await db
    .selectFrom('dataset_versions')
    .select('state')
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.state === 'open';
}

/**
 * The last step of taking a change back: its version goes, and a dataset that it made. Its rows
 * must be gone already.
 */
export async function forgetChange(
  db: MetaDb,
  { datasetId, versionId, previousVersionId }: OpenChange,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('dataset_split_changes')
      .where('version_id', '=', versionId)
      .execute();
    await transaction
      .deleteFrom('dataset_splits')
      .where('created_by_version', '=', versionId)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('dataset_example_splits')
              .select('example_id')
              .whereRef('split_id', '=', 'dataset_splits.id'),
          ),
        ),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('dataset_split_changes')
              .select('example_id')
              .whereRef('split_id', '=', 'dataset_splits.id'),
          ),
        ),
      )
      .execute();
    await transaction
      .updateTable('dataset_splits')
      .set({ created_by_version: null })
      .where('created_by_version', '=', versionId)
      .execute();
    await transaction
      .updateTable('datasets')
      .set({ changing_version_id: null, changing_server_id: null })
      .where('id', '=', datasetId)
      .where('changing_version_id', '=', versionId)
      .execute();
    await transaction.deleteFrom('dataset_versions').where('id', '=', versionId).execute();
    if (previousVersionId === null)
      await transaction.deleteFrom('datasets').where('id', '=', datasetId).execute();
  });
}
