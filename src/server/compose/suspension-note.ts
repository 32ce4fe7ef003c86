import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { NO_ORIGIN, actOf } from '#server/audit/audit-entry.ts';
import type { AuditLog } from '#server/audit/audit-log.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';

/** Records in the audit log that a user was suspended or reinstated because of a directory or provider. */
export function suspensionNote(
  audit: Pick<AuditLog, 'note'>,
  now: () => number,
): (user: UserRecord, what: 'suspended' | 'restored') => void {
  return ({ id, email }, what) => {
    const action = what === 'suspended' ? 'user.suspend' : 'user.restore';
    const targetId = encodeGlobalId('User', id);
    const act = actOf({ atMs: now(), actor: SERVER_PRINCIPAL, action, origin: NO_ORIGIN, targetId, details: { email } });
    audit.note(act, { result: 'success', status: null });
  };
}
