import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getAuditVerification, listAuditLogs, verifyAuditLogs } from '#contracts/audit/routes.ts';
import { auditQuery, type AuditSearch } from './audit-search.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 100;
const ASK_AGAIN_MS = 1_000;

/** The audit log, newest first, page by page. */
export function auditLogOptions(search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ['audit-log', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...auditQuery(search, Date.now()),
        limit: PAGE_ROWS,
        ...cursorParam(pageParam),
      };
      return await call(listAuditLogs, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  });
}

/** Whether the log is as it was written; asked again while a verification runs. */
export const auditVerificationOptions = queryOptions({
  queryKey: ['audit-verification'],
  queryFn: async ({ signal }) => (await call(getAuditVerification, { signal })).data,
  refetchInterval: (query) => (query.state.data?.state === 'running' ? ASK_AGAIN_MS : false),
});

export async function verifyAuditLog(): Promise<void> {
  await call(verifyAuditLogs);
}

/** Where the rows of a search are as a file. */
export function auditExportHref(search: AuditSearch): string {
  const query = new URLSearchParams(auditQuery(search, Date.now()));
  const text = query.toString();
  return `${ROOT_PATH}/api/v1/audit-logs/jsonl${text === '' ? '' : `?${text}`}`;
}
