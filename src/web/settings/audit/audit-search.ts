import { AUDIT_RESULTS, isAuditAction, type AuditAction, type AuditResult } from '#contracts/audit/audit-action.ts';
import type { AuditAddress } from './audit-address.ts';
import { presentParts } from '#web/lists/search-params.ts';

export const AUDIT_RANGES = ['1h', '24h', '7d', '30d'] as const;
export type AuditRange = (typeof AUDIT_RANGES)[number];

/** The address of the audit log: what it is narrowed to. */
export interface AuditSearch {
  /** Global ID of an API key. */
  readonly key?: string;
  readonly actor?: string;
  readonly action?: AuditAction;
  readonly result?: AuditResult;
  /** How far back; all of it without. */
  readonly within?: AuditRange;
}

/** The known parts of an address; unknown ones are omitted. */
export function readAuditSearch({ key, actor, action, result, within }: AuditAddress): AuditSearch {
  return presentParts<AuditSearch>({
    key,
    actor,
    action: action !== undefined && isAuditAction(action) ? action : undefined,
    result: AUDIT_RESULTS.find((one) => one === result),
    within: AUDIT_RANGES.find((one) => one === within),
  });
}

const HOUR_MS = 3_600_000;
const RANGE_MS: Readonly<Record<AuditRange, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS };

/** The parameters of the REST interface for a search. */
export function auditQuery({ key, actor, action, result, within }: AuditSearch, nowMs: number) {
  return {
    ...(key === undefined ? {} : { api_key_id: key }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(result === undefined ? {} : { result }),
    ...(within === undefined ? {} : { start_time: new Date(nowMs - RANGE_MS[within]).toISOString() }),
  };
}
