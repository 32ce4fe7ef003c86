import { sql } from 'kysely';
import { exampleNumber, type EarlierExample, type RowPlan } from '#core/dataset/match-rows.ts';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import { DELETED_SPLIT, OPEN_VERSION } from '../dataset-tables.ts';
import type { MetaBatchStep, RunBatch } from '../meta-batch.ts';
import type { MetaDb } from '../meta-db.ts';
import { HASH_STAGE, LAST_EXAMPLE_ID } from '../meta-dialect.ts';
import { typedRows } from '../row-codec.ts';
import type { OpenChange } from './change.queries.ts';

/**
 * Rows of an open change, read and written by the batch: one message and one small transaction
 * each. Hashes of new contents are kept aside in a table, which sorts them, until `storeHashes`
 * brings them into the index in the order of its keys.
 */

// No join on a parameter, no `ORDER BY` and no bare `LIMIT ?`: SQLite compiles each anew for every
// value that is bound, 80 µs instead of 10. The one key of the table gives its rows by rising
// example.
const HASH_NOW = `SELECT r.content_hash FROM dataset_example_revisions r
WHERE r.dataset_id = e.dataset_id AND r.example_id = e.id AND r.to_version = ${OPEN_VERSION}`;
const BY_EXTERNAL_ID = `
SELECT e.external_id AS ref, e.id AS example_id, lower(hex((${HASH_NOW}))) AS hash
FROM dataset_examples e WHERE e.dataset_id = ? AND e.external_id = ?`;
const BY_NUMBER = `
SELECT ? AS ref, e.id AS example_id, lower(hex((${HASH_NOW}))) AS hash
FROM dataset_examples e WHERE e.dataset_id = ? AND e.id = ? AND e.id <= ?`;
const BY_HASH = `
SELECT lower(hex(h.content_hash)) AS hash, h.example_id FROM dataset_content_hashes h
WHERE h.dataset_id = ? AND h.content_hash = unhex(?) AND h.example_id > ? AND h.example_id <= ?
  AND h.content_hash = (SELECT r.content_hash FROM dataset_example_revisions r WHERE r.dataset_id = h.dataset_id
    AND r.example_id = h.example_id AND r.to_version = ${OPEN_VERSION} AND r.from_version < ?)
LIMIT (SELECT CAST(? AS BIGINT))`;

/** A hash and where to go on among the examples that have it. */
export interface HashQuestion {
  readonly hash: string;
  readonly afterExampleId: number;
  readonly limit: number;
}

/** Finds the earlier examples that rows name by an id. */
export async function findByRefs(
  batch: RunBatch,
  change: OpenChange,
  refs: readonly string[],
): Promise<ReadonlyMap<string, EarlierExample>> {
  const external: unknown[][] = [];
  const numbered: unknown[][] = [];
  for (const ref of refs) {
    const number = exampleNumber(ref);
    if (number === null) external.push([change.datasetId, ref]);
    else numbered.push([ref, change.datasetId, number, change.earlierMax]);
  }
  const results = await batch([
    { sql: BY_EXTERNAL_ID, parameterRows: external },
    { sql: BY_NUMBER, parameterRows: numbered },
  ]);
  const found = new Map<string, EarlierExample>();
  for (const { rows } of results) {
    for (const row of typedRows<{ ref: string; example_id: number; hash: string | null }>(rows))
      found.set(row.ref, { exampleId: row.example_id, hash: row.hash === '' ? null : row.hash });
  }
  return found;
}

/**
 * Finds earlier examples by content, rising by id; each question is answered with up to its limit.
 */
export async function findByHashes(
  batch: RunBatch,
  { datasetId, versionId, earlierMax }: OpenChange,
  questions: readonly HashQuestion[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [result] = await batch([
    {
      sql: BY_HASH,
      parameterRows: questions.map(({ hash, afterExampleId, limit }) => [
        datasetId,
        hash,
        afterExampleId,
        earlierMax,
        versionId,
        limit,
      ]),
    },
  ]);
  const found = new Map<string, number[]>();
  for (const { hash, example_id: exampleId } of typedRows<{ hash: string; example_id: number }>(
    result?.rows ?? [],
  )) {
    const list = found.get(hash);
    if (list === undefined) found.set(hash, [exampleId]);
    else list.push(exampleId);
  }
  return found;
}

/** The names of the splits that examples are in now. */
export async function splitsOf(
  batch: RunBatch,
  exampleIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const [result] = await batch([
    {
      sql: `SELECT m.example_id, s.name FROM dataset_example_splits m JOIN dataset_splits s ON s.id = m.split_id
WHERE m.example_id = ? AND s.created_by_version IS DISTINCT FROM ${DELETED_SPLIT}`,
      parameterRows: exampleIds.map((id) => [id]),
    },
  ]);
  const splits = new Map<number, Set<string>>();
  for (const { example_id: exampleId, name } of typedRows<{ example_id: number; name: string }>(
    result?.rows ?? [],
  )) {
    const names = splits.get(exampleId);
    if (names === undefined) splits.set(exampleId, new Set([name]));
    else names.add(name);
  }
  return splits;
}

/** The new splits of one example. */
export interface SplitChange {
  readonly exampleId: number;
  readonly name: string;
  readonly assigned: boolean;
}

/** Everything that one batch of rows writes. */
export interface RowWrites {
  readonly plans: readonly RowPlan[];
  /**
   * Of the span that a created example was made from, by the span's id; spans that do not exist are
   * left out.
   */
  readonly spanNumbers: ReadonlyMap<string, number>;
  /** For examples that were there before. */
  readonly splitChanges: readonly SplitChange[];
}

export async function writeRows(
  batch: RunBatch,
  change: OpenChange,
  writes: RowWrites,
  nowMs: number,
): Promise<void> {
  const { datasetId, versionId } = change;
  const created = writes.plans.filter((plan) => plan.kind === 'create');
  const changed = writes.plans.filter((plan) => plan.kind !== 'same');
  const names = new Set([
    ...created.flatMap(({ row }) => row.splits),
    ...writes.splitChanges.map(({ name }) => name),
  ]);
  const steps: MetaBatchStep[] = [
    HASH_STAGE,
    {
      sql: 'INSERT INTO dataset_examples (id, dataset_id, external_id, span_id, span_number) VALUES (?, ?, ?, ?, ?)',
      parameterRows: created.map(({ exampleId, row }) => [
        exampleId,
        datasetId,
        row.exampleId,
        ...spanOf(row, writes),
      ]),
    },
    {
      sql: `UPDATE dataset_example_revisions SET to_version = ? WHERE dataset_id = ? AND example_id = ? AND to_version = ${OPEN_VERSION}`,
      parameterRows: changed
        .filter(({ kind }) => kind === 'patch')
        .map(({ exampleId }) => [versionId, datasetId, exampleId]),
    },
    {
      sql: `INSERT INTO dataset_example_revisions (dataset_id, example_id, from_version, content_hash, input, output, metadata)
VALUES (?, ?, ?, unhex(?), ?, ?, ?)`,
      parameterRows: changed.map(({ exampleId, row }) => [
        datasetId,
        exampleId,
        versionId,
        row.hash,
        row.input,
        row.output,
        row.metadata,
      ]),
    },
    {
      sql: 'INSERT INTO dataset_hash_stage (version_id, content_hash, example_id) VALUES (?, unhex(?), ?) ON CONFLICT DO NOTHING',
      parameterRows: changed.map(({ exampleId, row }) => [versionId, row.hash, exampleId]),
    },
    {
      sql: `INSERT INTO dataset_splits (name, created_by_version, created_at_ms, updated_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      parameterRows: [...names].map((name) => [name, versionId, nowMs, nowMs]),
    },
    {
      sql: 'INSERT INTO dataset_example_splits (example_id, split_id) SELECT ?, id FROM dataset_splits WHERE name = ?',
      parameterRows: created.flatMap(({ exampleId, row }) =>
        row.splits.map((name) => [exampleId, name]),
      ),
    },
    {
      sql: `INSERT INTO dataset_split_changes (version_id, example_id, split_id, assigned)
SELECT ?, ?, id, ? FROM dataset_splits WHERE name = ?
ON CONFLICT (version_id, example_id, split_id) DO UPDATE SET assigned = excluded.assigned`,
      parameterRows: writes.splitChanges.map(({ exampleId, name, assigned }) => [
        versionId,
        exampleId,
        assigned,
        name,
      ]),
    },
  ];
  await batch(steps.filter((step) => step.parameterRows.length > 0));
}

function spanOf(
  { spanId }: DatasetRow,
  { spanNumbers }: RowWrites,
): readonly (string | number | null)[] {
  return [spanId, spanId === null ? null : (spanNumbers.get(spanId) ?? null)];
}

/** Earlier examples that are still as they were, rising by id. */
export async function untouchedExamples(
  batch: RunBatch,
  change: OpenChange,
  afterId: number,
  limit: number,
): Promise<readonly number[]> {
  const [result] = await batch([
    {
      sql: `SELECT example_id FROM dataset_example_revisions
WHERE dataset_id = ? AND example_id > ? AND example_id <= ? AND from_version < ? AND to_version = ${OPEN_VERSION} ORDER BY example_id LIMIT ?`,
      parameterRows: [[change.datasetId, afterId, change.earlierMax, change.versionId, limit]],
    },
  ]);
  return typedRows<{ example_id: number }>(result?.rows ?? []).map((row) => row.example_id);
}

/**
 * Ends examples with the version before. They stay in their splits, and are in them again when they
 * are brought back.
 */
export async function endExamples(
  batch: RunBatch,
  { datasetId, versionId }: OpenChange,
  exampleIds: readonly number[],
): Promise<void> {
  await batch([
    {
      sql: `UPDATE dataset_example_revisions SET to_version = ? WHERE dataset_id = ? AND example_id = ? AND to_version = ${OPEN_VERSION}`,
      parameterRows: exampleIds.map((id) => [versionId, datasetId, id]),
    },
  ]);
}

const STAGED = `FROM dataset_hash_stage WHERE version_id = ? ORDER BY content_hash, example_id LIMIT ?`;

/** Brings the next hashes of the change into the index; false when none are left. */
export async function storeHashes(
  batch: RunBatch,
  { datasetId, versionId }: OpenChange,
  limit: number,
): Promise<boolean> {
  const results = await batch([
    HASH_STAGE,
    {
      sql: `INSERT INTO dataset_content_hashes (dataset_id, content_hash, example_id) SELECT CAST(? AS BIGINT), content_hash, example_id ${STAGED}
ON CONFLICT DO NOTHING`,
      parameterRows: [[datasetId, versionId, limit]],
    },
    {
      sql: `DELETE FROM dataset_hash_stage WHERE (version_id, content_hash, example_id) IN (SELECT version_id, content_hash, example_id ${STAGED})`,
      parameterRows: [[versionId, limit]],
    },
  ]);
  return results.at(-1)?.changes === limit;
}

/**
 * Takes back what a change did to the next examples after `afterId`; the last of them, or null when
 * none are left.
 */
export async function takeBackRows(
  batch: RunBatch,
  { datasetId, versionId }: OpenChange,
  afterId: number,
  limit: number,
): Promise<number | null> {
  const [touched] = await batch([
    {
      sql: `SELECT DISTINCT example_id FROM dataset_example_revisions
WHERE dataset_id = ? AND example_id > ? AND (from_version = ? OR to_version = ?) ORDER BY example_id LIMIT ?`,
      parameterRows: [[datasetId, afterId, versionId, versionId, limit]],
    },
  ]);
  const ids = typedRows<{ example_id: number }>(touched?.rows ?? []).map((row) => row.example_id);
  await batch([
    {
      sql: 'DELETE FROM dataset_example_revisions WHERE dataset_id = ? AND example_id = ? AND from_version = ?',
      parameterRows: ids.map((id) => [datasetId, id, versionId]),
    },
    {
      sql: `UPDATE dataset_example_revisions SET to_version = ${OPEN_VERSION} WHERE dataset_id = ? AND example_id = ? AND to_version = ?`,
      parameterRows: ids.map((id) => [datasetId, id, versionId]),
    },
    {
      sql: `DELETE FROM dataset_examples WHERE id = ? AND NOT EXISTS
(SELECT 1 FROM dataset_example_revisions r WHERE r.dataset_id = dataset_examples.dataset_id AND r.example_id = dataset_examples.id)`,
      parameterRows: ids.map((id) => [id]),
    },
    HASH_STAGE,
    { sql: 'DELETE FROM dataset_hash_stage WHERE version_id = ?', parameterRows: [[versionId]] },
  ]);
  return ids.at(-1) ?? null;
}

/** The largest id that an example ever had. */
export async function lastExampleId(batch: RunBatch): Promise<number> {
  const results = await batch(LAST_EXAMPLE_ID);
  return typedRows<{ seq: number }>(results.flatMap(({ rows }) => rows))[0]?.seq ?? 0;
}

/**
 * Ids for new examples that no server gives again: all of them are greater than those before. A
 * transaction of those that write, for the sequence also follows the ids of rows.
 */
export async function reserveExampleIds(db: MetaDb, count: number): Promise<readonly number[]> {
  const { rows } = await db.transaction().execute((transaction) =>
    sql<{
      id: number;
    }>`SELECT nextval('dataset_examples_id_seq') AS id FROM generate_series(1, ${sql.lit(count)})`.execute(
      transaction,
    ),
  );
  return rows.map(({ id }) => id);
}
