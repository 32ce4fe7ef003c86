import { createHash, hash } from 'node:crypto';
import { auditContent, type UnhashedRow } from '#server/stores/meta/audit-tables.ts';

/**
 * A row as the bytes that are hashed: a JSON array of its columns in the order of the table,
 * without blanks. docs/guides/audit-log.md describes it for those who verify an export elsewhere;
 * it never changes.
 */
export function canonicalForm(row: UnhashedRow): string {
  return JSON.stringify(auditContent(row));
}

/**
 * SHA-256 over the hash of the row before and the row itself: no row can be changed, taken out or
 * put in without every later one showing it.
 */
export function auditHash(prevHash: Uint8Array, row: UnhashedRow): Buffer {
  return createHash('sha256').update(prevHash).update(canonicalForm(row)).digest();
}

const HASH_BYTES = 32;
const UTF8_BYTES_PER_CHAR_MAX = 3;
let scratch = Buffer.alloc(64 * 1024);

/**
 * The same of a row whose canonical form is known, all in hexadecimal digits: one call for each of
 * a million rows.
 */
export function linkHash(prevHash: string, content: string): string {
  const bytesMax = HASH_BYTES + content.length * UTF8_BYTES_PER_CHAR_MAX;
  if (scratch.length < bytesMax) scratch = Buffer.alloc(bytesMax);
  const prevBytes = scratch.write(prevHash, 'hex');
  const bytes = prevBytes + scratch.write(content, prevBytes);
  return hash('sha256', scratch.subarray(0, bytes), 'hex');
}
