import { createHash } from 'node:crypto';
import type { AuditRow } from '#server/stores/meta/audit-tables.ts';

/** A row before it has its place in the chain's hashes. */
export type UnhashedRow = Omit<AuditRow, 'prev_hash' | 'hash'>;

/**
 * A row as the bytes that are hashed: a JSON array of its columns in the order of the table, without blanks. docs/guides/audit-log.md
 * describes it for whoever verifies an export elsewhere; it never changes.
 */
export function canonicalForm(row: UnhashedRow): string {
  return JSON.stringify([
    row.seq,
    row.at_ms,
    row.actor_kind,
    row.actor_user_id,
    row.actor_key_id,
    row.actor_name,
    row.action,
    row.target_type,
    row.target_id,
    row.result,
    row.status,
    row.address,
    row.user_agent,
    row.route,
    row.details,
  ]);
}

/** SHA-256 over the hash of the row before and the row itself: no row can be changed, taken out or put in without every later one showing it. */
export function auditHash(prevHash: Uint8Array, row: UnhashedRow): Buffer {
  return createHash('sha256').update(prevHash).update(canonicalForm(row)).digest();
}
