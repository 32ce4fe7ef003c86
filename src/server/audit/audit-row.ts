import type { AuditChain, AuditRow } from '#server/stores/meta/audit-tables.ts';
import { harmlessDetails, harmlessText, type Act, type Outcome } from './audit-entry.ts';
import { auditHash } from './audit-hash.ts';

const TARGET_CHARS_MAX = 256;

/** The row of an act, behind the last one. */
export function auditRow(
  chain: AuditChain,
  { act, outcome }: { readonly act: Act; readonly outcome: Outcome },
): AuditRow {
  const row = {
    seq: chain.last_seq + 1,
    at_ms: act.atMs,
    ...actorOf(act, outcome),
    actor_key_id: act.actorKeyId,
    action: act.action,
    target_type: act.targetType,
    target_id:
      outcome.targetId === undefined || outcome.targetId === null
        ? act.targetId
        : harmlessText(outcome.targetId, TARGET_CHARS_MAX),
    result: outcome.result,
    status: outcome.status,
    address: act.address,
    user_agent: act.userAgent,
    route: act.route,
    details: JSON.stringify({ ...act.details, ...harmlessDetails(outcome.details ?? {}) }),
  };
  return { ...row, prev_hash: chain.last_hash, hash: auditHash(chain.last_hash, row) };
}

function actorOf(
  act: Act,
  { user }: Outcome,
): Pick<AuditRow, 'actor_kind' | 'actor_user_id' | 'actor_name'> {
  return user === undefined
    ? { actor_kind: act.actorKind, actor_user_id: act.actorUserId, actor_name: act.actorName }
    : {
        actor_kind: 'user',
        actor_user_id: user.id,
        actor_name: harmlessText(user.email, TARGET_CHARS_MAX),
      };
}
