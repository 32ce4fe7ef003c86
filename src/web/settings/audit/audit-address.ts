import { searchReader, text } from '#web/platform/address/search-schema.ts';

/** The address of the audit log as texts. `audit-search.ts` interprets them: it has a list of all actions, which only that page needs. */
export const readAuditAddress = searchReader({ key: text, actor: text, action: text, result: text, within: text });
