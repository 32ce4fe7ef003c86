import { createHash } from 'node:crypto';
import { auditContent } from '#server/stores/meta/audit-tables.ts';
import type { UnhashedRow } from '#server/stores/meta/audit-tables.ts';

/**
 * A row as the bytes that are hashed: a JSON array of its columns in the order of the table, without blanks. docs/guides/audit-log.md
 * describes it for whoever verifies an export elsewhere; it never changes.
 */
export function canonicalForm(row: UnhashedRow): string {
  return JSON.stringify(auditContent(row));
}

/** SHA-256 over the hash of the row before and the row itself: no row can be changed, taken out or put in without every later one showing it. */
export function auditHash(prevHash: Uint8Array, row: UnhashedRow): Buffer {
  return createHash('sha256').update(prevHash).update(canonicalForm(row)).digest();
}
