import type { AuditSearch } from './audit-search.ts';
import { presentParts, textParam } from '#web/lists/search-params.ts';

/** The address of the audit log as texts. `audit-search.ts` interprets them: it has a list of all actions, which only that page needs. */
export type AuditAddress = { readonly [Key in keyof AuditSearch]?: string };

export function readAuditAddress(raw: Readonly<Record<string, unknown>>): AuditAddress {
  return presentParts<AuditAddress>({
    key: textParam(raw['key']),
    actor: textParam(raw['actor']),
    action: textParam(raw['action']),
    result: textParam(raw['result']),
    within: textParam(raw['within']),
  });
}
