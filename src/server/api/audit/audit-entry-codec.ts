import { AUDIT_RESULTS } from '#contracts/audit/audit-action.ts';
import type { AuditEntry } from '#contracts/audit/audit-log.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { keyGlobalId } from '#contracts/api-keys/key-id.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { AuditRow } from '#server/stores/meta/audit-tables.ts';

/** A row of the audit log as the REST interface shows it. */
export function auditEntry(row: AuditRow): AuditEntry {
  const keyKind = row.actor_kind === 'system-key' ? 'system' : 'user';
  return {
    id: encodeGlobalId('AuditLog', row.seq),
    seq: row.seq,
    time: isoFromUnixMs(row.at_ms),
    actor: {
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      name: row.actor_name,
      userId: row.actor_user_id === null ? null : encodeGlobalId('User', row.actor_user_id),
      apiKeyId: row.actor_key_id === null ? null : keyGlobalId(keyKind, row.actor_key_id),
    },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    result: AUDIT_RESULTS.find((result) => result === row.result) ?? 'interrupted',
    status: row.status,
    clientAddress: row.address,
    userAgent: row.user_agent,
    route: row.route,
    details: JSON.parse(row.details) as AuditEntry['details'],
    hash: Buffer.from(row.hash).toString('hex'),
  };
}
