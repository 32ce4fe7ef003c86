import { AUDIT_RESULTS, isAuditAction } from '#contracts/audit/audit-action.ts';
import { oneOf, searchReader, text } from '#web/platform/address/search-schema.ts';

export const AUDIT_RANGES = ['1h', '24h', '7d', '30d'] as const;
export type AuditRange = (typeof AUDIT_RANGES)[number];

/** The address of the audit log: what it is narrowed to. */
export const readAuditSearch = searchReader({
  /** Global ID of an API key. */
  key: text,
  actor: text,
  action: (raw) => (typeof raw === 'string' && isAuditAction(raw) ? raw : undefined),
  result: oneOf(AUDIT_RESULTS),
  /** How far back; all of it without. */
  within: oneOf(AUDIT_RANGES),
});
export type AuditSearch = ReturnType<typeof readAuditSearch>;

const HOUR_MS = 3_600_000;
const RANGE_MS: Readonly<Record<AuditRange, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
};

/** The parameters of the REST interface for a search. */
export function auditQuery({ key, actor, action, result, within }: AuditSearch, nowMs: number) {
  return {
    ...(key === undefined ? {} : { api_key_id: key }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(result === undefined ? {} : { result }),
    ...(within === undefined
      ? {}
      : { start_time: new Date(nowMs - RANGE_MS[within]).toISOString() }),
  };
}
