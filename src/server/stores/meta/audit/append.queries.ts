import { sql } from 'kysely';
import {
  AUDIT_CONTENT_COLUMNS,
  auditContent,
  type AuditChain,
  type AuditRow,
} from '../audit-tables.ts';
import type { RunBatch } from '../meta-batch.ts';
import type { MetaDb } from '../meta-db.ts';

/** An act that was begun, as it is stored until its row is. */
export interface StoredIntent {
  readonly id: number;
  /** JSON. */
  readonly act: string;
}

/** Where the chain is now. */
export async function readChain(db: MetaDb): Promise<AuditChain> {
  return db
    .selectFrom('audit_chain')
    .select(['last_seq', 'last_hash', 'pruned_seq', 'pruned_hash'])
    .executeTakeFirstOrThrow();
}

/**
 * Numbers of acts that each server has for itself, by its own number; a server that is alone has
 * the first of them.
 */
const INTENTS_PER_SERVER = 2 ** 32;

/** Acts without a row whose server is gone, in the order of their numbers, up to `limit`. */
export async function readIntents(db: MetaDb, limit: number): Promise<readonly StoredIntent[]> {
  const server = sql`id / ${sql.lit(INTENTS_PER_SERVER)}`;
  return db
    .selectFrom('audit_intents')
    .selectAll()
    .where(sql<boolean>`${server} NOT IN (SELECT id FROM servers)`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those of the acts that have no row yet. */
export async function openIntents(db: MetaDb, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const found = await db.selectFrom('audit_intents').select('id').where('id', 'in', ids).execute();
  return found.map(({ id }) => id);
}

/** The number before the next act of a server. */
export async function lastIntent(db: MetaDb, serverId: number): Promise<number> {
  const before = serverId * INTENTS_PER_SERVER;
  const last = await db
    .selectFrom('audit_intents')
    .select('id')
    .where('id', '>', before)
    .where('id', '<', before + INTENTS_PER_SERVER)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? before;
}

/** The trigger's error when the previous row is no longer the last. */
export const CHAIN_MOVED = 'a row of the audit log follows the last one';

/** Adds a row behind the last one, within a transaction that has read where the chain is. */
export async function appendRow(transaction: MetaDb, row: AuditRow): Promise<void> {
  await transaction.insertInto('audit_log').values(row).execute();
}

const INSERT_INTENT = 'INSERT INTO audit_intents (id, act) VALUES (?, ?)';
const DELETE_INTENT = 'DELETE FROM audit_intents WHERE id = ?';
const COLUMNS = [...AUDIT_CONTENT_COLUMNS, 'prev_hash', 'hash'];
const INSERT_ROW = `INSERT INTO audit_log (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

export interface AuditAddition {
  /** Acts that are begun. */
  readonly intents: readonly StoredIntent[];
  /** In the order of the chain. */
  readonly rows: readonly AuditRow[];
  /** The acts that have their rows with them. */
  readonly ended: readonly number[];
}

/** Adds to the log, in one transaction of its own. */
export async function appendAudit(batch: RunBatch, changes: AuditAddition): Promise<void> {
  await batch([
    { sql: INSERT_INTENT, parameterRows: changes.intents.map(({ id, act }) => [id, act]) },
    {
      sql: INSERT_ROW,
      parameterRows: changes.rows.map((row) => [...auditContent(row), row.prev_hash, row.hash]),
    },
    { sql: DELETE_INTENT, parameterRows: changes.ended.map((id) => [id]) },
  ]);
}

/** The same within a transaction that has read where the chain is. */
export async function appendAuditWithin(
  transaction: MetaDb,
  { intents, rows, ended }: AuditAddition,
): Promise<void> {
  if (intents.length > 0)
    await transaction
      .insertInto('audit_intents')
      .values([...intents])
      .execute();
  // Each by a statement: PostgreSQL moves the end of the chain after a statement, not after a row.
  for (const row of rows) await appendRow(transaction, row);
  if (ended.length > 0)
    await transaction.deleteFrom('audit_intents').where('id', 'in', ended).execute();
}
