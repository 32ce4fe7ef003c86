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

/** Acts without a row, oldest first, up to `limit`. */
export async function readIntents(db: MetaDb, limit: number): Promise<readonly StoredIntent[]> {
  return db.selectFrom('audit_intents').selectAll().orderBy('id').limit(limit).execute();
}

/** Those of the acts that have no row yet. */
export async function openIntents(db: MetaDb, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const found = await db.selectFrom('audit_intents').select('id').where('id', 'in', ids).execute();
  return found.map(({ id }) => id);
}

/** The highest number of an act without a row; 0 when there is none. */
export async function lastIntent(db: MetaDb): Promise<number> {
  const last = db.selectFrom('audit_intents').select('id').orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.id ?? 0;
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

/**
 * In one transaction: acts that are begun, rows in the order of the chain, and the acts that have
 * their rows with them.
 */
export async function appendAudit(
  batch: RunBatch,
  changes: {
    readonly intents: readonly StoredIntent[];
    readonly rows: readonly AuditRow[];
    readonly ended: readonly number[];
  },
): Promise<void> {
  await batch([
    { sql: INSERT_INTENT, parameterRows: changes.intents.map(({ id, act }) => [id, act]) },
    {
      sql: INSERT_ROW,
      parameterRows: changes.rows.map((row) => [...auditContent(row), row.prev_hash, row.hash]),
    },
    { sql: DELETE_INTENT, parameterRows: changes.ended.map((id) => [id]) },
  ]);
}
