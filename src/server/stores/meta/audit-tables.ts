import type { Generated, Selectable } from 'kysely';

/** The tables of the audit log, as queries see them. */
export interface AuditTables {
  audit_log: AuditLogTable;
  audit_chain: AuditChainTable;
  audit_intents: AuditIntentsTable;
}

interface AuditLogTable {
  /** From 1 without gaps. */
  seq: number;
  at_ms: number;
  actor_kind: string;
  actor_user_id: number | null;
  actor_key_id: number | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string | null;
  result: string;
  status: number | null;
  address: string | null;
  user_agent: string | null;
  route: string | null;
  /** A JSON object. */
  details: string;
  /** The hash of the row before; of the first row, 32 zero bytes. */
  prev_hash: Uint8Array;
  /** SHA-256 of `prev_hash` and the row's canonical form. */
  hash: Uint8Array;
}
export type AuditRow = Selectable<AuditLogTable>;

/** A row before it has its place in the chain's hashes. */
export type UnhashedRow = Omit<AuditRow, 'prev_hash' | 'hash'>;

/**
 * A row's fields, in the order of the table. The order is part of every row's hash: it never
 * changes.
 */
export const AUDIT_CONTENT_COLUMNS = [
  'seq',
  'at_ms',
  'actor_kind',
  'actor_user_id',
  'actor_key_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'result',
  'status',
  'address',
  'user_agent',
  'route',
  'details',
] as const satisfies readonly (keyof UnhashedRow)[];

/** A row's values, in the order of its columns. */
export function auditContent(row: UnhashedRow): readonly unknown[] {
  return AUDIT_CONTENT_COLUMNS.map((column) => row[column]);
}

/** One row: the end of the chain, and its beginning after older rows were pruned. */
interface AuditChainTable {
  id: Generated<1>;
  last_seq: number;
  last_hash: Uint8Array;
  pruned_seq: number;
  pruned_hash: Uint8Array;
}
export type AuditChain = Omit<Selectable<AuditChainTable>, 'id'>;

/** Acts that were begun and have no row yet. */
interface AuditIntentsTable {
  id: Generated<number>;
  /** JSON of the act. */
  act: string;
}
