import { sql, type Selectable } from 'kysely';
import { DELETED_SPLIT, type DatasetTables } from '../dataset-tables.ts';
import { insertJob } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';
import type { DatasetRef } from './dataset-ref.queries.ts';

export type DatasetSplitRecord = Selectable<DatasetTables['dataset_splits']>;

/** A split's fields besides its examples. */
export interface SplitFields {
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  /** JSON. */
  readonly metadata: string;
}

/** Rows per statement where there may be a million: all other statements wait behind it. */
const STEP_ROWS = 20_000;
/** Rows of one insert, two parameters each. */
const INSERT_ROWS = 500;

/**
 * Splits that have an example of the dataset (a deleted one will do), newest first, from `fromId`
 * down.
 */
export async function listSplits(
  db: MetaDb,
  dataset: DatasetRef,
  limit: number,
  fromId: number | null,
): Promise<readonly DatasetSplitRecord[]> {
  // Bounding the examples keeps other datasets' members of a split out of the search.
  const { rows } = await sql<DatasetSplitRecord>`
    select split.* from dataset_splits as split
    where split.id <= ${fromId ?? Number.MAX_SAFE_INTEGER} and split.created_by_version is null and exists (
      select 1 from dataset_example_splits as member
      where member.split_id = split.id and member.example_id between
          (select min(example_id) from dataset_example_revisions where dataset_id = ${dataset.id})
          and (select max(example_id) from dataset_example_revisions where dataset_id = ${dataset.id})
        and exists (
          select 1 from dataset_example_revisions as revision
          where revision.dataset_id = ${dataset.id} and revision.example_id = member.example_id
            and revision.from_version <= ${dataset.latestVersionId}))
    order by split.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many examples of the dataset's newest version a split has. */
export async function countMembers(
  db: MetaDb,
  dataset: DatasetRef,
  splitId: number,
): Promise<number> {
  let members = 0;
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ seen: number; members: number; last: number | null }>`
      select count(*) as seen, count(*) filter (where holds) as members, max(example_id) as last from (
        select member.example_id, exists (
          select 1 from dataset_example_revisions as revision
          where revision.dataset_id = ${dataset.id} and revision.example_id = member.example_id
            and revision.from_version <= ${dataset.latestVersionId} and revision.to_version > ${dataset.latestVersionId}) as holds
        from dataset_example_splits as member
        where member.split_id = ${splitId} and member.example_id > ${after}
          and member.example_id <= (select max(example_id) from dataset_example_revisions where dataset_id = ${dataset.id})
        order by member.example_id limit ${STEP_ROWS}) as step`.execute(db);
    const [step] = rows;
    if (step === undefined) return members;
    members += step.members;
    if (step.seen < STEP_ROWS || step.last === null) return members;
    after = step.last;
  }
}

/** A split that is no unpublished upload's; null when there is none. */
export async function findSplit(db: MetaDb, id: number): Promise<DatasetSplitRecord | null> {
  const row = await db
    .selectFrom('dataset_splits')
    .selectAll()
    .where('id', '=', id)
    .where('created_by_version', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Creates a split with these examples; null when the name is taken. If only an unpublished upload
 * has used the name so far, that split becomes this one.
 */
export async function createSplit(
  db: MetaDb,
  fields: SplitFields,
  exampleNumbers: readonly number[],
  nowMs: number,
): Promise<DatasetSplitRecord | null> {
  return await db.transaction().execute(async (transaction) => {
    const values = {
      ...fields,
      created_by_version: null,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    };
    const row = await transaction
      .insertInto('dataset_splits')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(values)
          .where('dataset_splits.created_by_version', 'is not', null),
      )
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    await addMembers(transaction, row.id, exampleNumbers);
    return row;
  });
}

export interface SplitChanges {
  readonly fields: Partial<SplitFields>;
  /** Row numbers of examples; one in both lists ends outside. */
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/**
 * Changes what is given; null when there is no such split. Rejects with `conflict` when the name is
 * taken.
 */
export async function updateSplit(
  db: MetaDb,
  id: number,
  changes: SplitChanges,
  nowMs: number,
): Promise<DatasetSplitRecord | null> {
  return await db.transaction().execute(async (transaction) => {
    const found = await findSplit(transaction, id);
    if (found === null) return null;
    const { fields, add, remove } = changes;
    if (Object.keys(fields).length + add.length + remove.length === 0) return found;
    const row = await transaction
      .updateTable('dataset_splits')
      .set({ ...fields, updated_at_ms: nowMs })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await addMembers(transaction, id, add);
    for (let at = 0; at < remove.length; at += INSERT_ROWS) {
      await transaction
        .deleteFrom('dataset_example_splits')
        .where('split_id', '=', id)
        .where('example_id', 'in', remove.slice(at, at + INSERT_ROWS))
        .execute();
    }
    return row;
  });
}

/**
 * Deletes a split in every dataset; its examples stay. One transaction hides the split, frees its
 * name and queues the job that deletes its members. False when there is no such split.
 */
export async function deleteSplit(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    // No given name has a NUL.
    const hidden = {
      created_by_version: DELETED_SPLIT,
      name: `\0deleted ${id}`,
      updated_at_ms: nowMs,
    };
    const { numUpdatedRows } = await transaction
      .updateTable('dataset_splits')
      .set(hidden)
      .where('id', '=', id)
      .where('created_by_version', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertJob(
      transaction,
      { name: 'dataset.purge_split', payload: { splitId: id }, runAtMs: nowMs },
      nowMs,
    );
    return true;
  });
}

/**
 * Takes some of a deleted split's members away, and in the end the split; false when nothing is
 * left.
 */
export async function purgeSplitStep(db: MetaDb, id: number, limit = STEP_ROWS): Promise<boolean> {
  const { numAffectedRows: members = 0n } = await sql`
    delete from dataset_example_splits where split_id = ${id} and example_id in (
      select example_id from dataset_example_splits where split_id = ${id} order by example_id limit ${limit})`.execute(
    db,
  );
  if (members > 0n) return true;
  const { numAffectedRows: changes = 0n } = await sql`
    delete from dataset_split_changes where (version_id, example_id, split_id) in (
      select version_id, example_id, split_id from dataset_split_changes where split_id = ${id} limit ${limit})`.execute(
    db,
  );
  if (changes > 0n) return true;
  await db
    .deleteFrom('dataset_splits')
    .where('id', '=', id)
    .where('created_by_version', '=', DELETED_SPLIT)
    .execute();
  return false;
}

async function addMembers(
  db: MetaDb,
  splitId: number,
  exampleNumbers: readonly number[],
): Promise<void> {
  const numbers = [...new Set(exampleNumbers)];
  for (let at = 0; at < numbers.length; at += INSERT_ROWS) {
    await db
      .insertInto('dataset_example_splits')
      .values(
        numbers
          .slice(at, at + INSERT_ROWS)
          .map((number) => ({ example_id: number, split_id: splitId })),
      )
      .onConflict((conflict) => conflict.columns(['example_id', 'split_id']).doNothing())
      .execute();
  }
}
