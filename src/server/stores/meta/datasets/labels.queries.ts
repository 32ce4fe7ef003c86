import type { Selectable } from 'kysely';
import type { DatasetTables } from '../dataset-tables.ts';
import type { MetaDb } from '../meta-db.ts';

export type DatasetLabelRecord = Selectable<DatasetTables['dataset_labels']>;

/** Labels, newest first, from `fromId` down. */
export async function listLabels(
  db: MetaDb,
  limit: number,
  fromId: number | null,
): Promise<readonly DatasetLabelRecord[]> {
  return await db
    .selectFrom('dataset_labels')
    .selectAll()
    .where('id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findLabel(db: MetaDb, id: number): Promise<DatasetLabelRecord | null> {
  return (
    (await db.selectFrom('dataset_labels').selectAll().where('id', '=', id).executeTakeFirst()) ??
    null
  );
}

/** Which of these ids name no label. */
export async function missingLabels(
  db: MetaDb,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('dataset_labels').select('id').where('id', 'in', ids).execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/** Null when the name is taken. */
export async function createLabel(
  db: MetaDb,
  label: Omit<DatasetLabelRecord, 'id' | 'created_at_ms'>,
  nowMs: number,
): Promise<DatasetLabelRecord | null> {
  const row = await db
    .insertInto('dataset_labels')
    .values({ ...label, created_at_ms: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Changes what is given; null when there is no such label. Rejects with `conflict` when the name is
 * taken.
 */
export async function updateLabel(
  db: MetaDb,
  id: number,
  changes: Partial<Omit<DatasetLabelRecord, 'id' | 'created_at_ms'>>,
): Promise<DatasetLabelRecord | null> {
  return (
    (await db
      .updateTable('dataset_labels')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}

/** Takes it from every dataset as well. False when there is no such label. */
export async function deleteLabel(db: MetaDb, id: number): Promise<boolean> {
  return (
    (await db.deleteFrom('dataset_labels').where('id', '=', id).executeTakeFirst()).numDeletedRows >
    0n
  );
}

/** The labels of a dataset, newest label first. */
export async function labelsOfDataset(
  db: MetaDb,
  datasetId: number,
): Promise<readonly DatasetLabelRecord[]> {
  return await db
    .selectFrom('dataset_label_assignments as assignment')
    .innerJoin('dataset_labels as label', 'label.id', 'assignment.label_id')
    .selectAll('label')
    .where('assignment.dataset_id', '=', datasetId)
    .orderBy('label.id', 'desc')
    .execute();
}

/** Gives a dataset exactly these labels. Rejects with `conflict` when one was deleted meanwhile. */
export async function setLabelsOfDataset(
  db: MetaDb,
  datasetId: number,
  labelIds: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('dataset_label_assignments')
      .where('dataset_id', '=', datasetId)
      .execute();
    if (labelIds.length > 0) await insertAssignments(transaction, datasetId, labelIds);
  });
}

/** Gives a dataset one more label; nothing happens when it has it. */
export async function assignLabel(db: MetaDb, datasetId: number, labelId: number): Promise<void> {
  await insertAssignments(db, datasetId, [labelId]);
}

/** Takes a label from a dataset; nothing happens when it does not have it. */
export async function unassignLabel(db: MetaDb, datasetId: number, labelId: number): Promise<void> {
  await db
    .deleteFrom('dataset_label_assignments')
    .where('dataset_id', '=', datasetId)
    .where('label_id', '=', labelId)
    .execute();
}

async function insertAssignments(
  db: MetaDb,
  datasetId: number,
  labelIds: readonly number[],
): Promise<void> {
  await db
    .insertInto('dataset_label_assignments')
    .values(labelIds.map((labelId) => ({ dataset_id: datasetId, label_id: labelId })))
    .onConflict((conflict) => conflict.columns(['dataset_id', 'label_id']).doNothing())
    .execute();
}
