import type { AuditRow } from '#server/stores/meta/audit-tables.ts';

/**
 * A row as a line of an export: every column as it is stored, so that the chain can be verified
 * from the file alone.
 */
export function auditLine(row: AuditRow): string {
  const { prev_hash: prevHash, hash, ...columns } = row;
  return `${JSON.stringify({ ...columns, prev_hash: Buffer.from(prevHash).toString('hex'), hash: Buffer.from(hash).toString('hex') })}\n`;
}
