import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { download } from '#web/ui/notices/download.ts';
import { auditExportHref, auditLogOptions } from './audit.calls.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRows } from './audit-rows.tsx';
import { VerifyState } from './verify-state.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { readAuditSearch } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

const routeApi = getRouteApi('/settings/audit');

/** Who did what, when, from where, and how it ended. */
export function AuditSettingsPage() {
  const search = readAuditSearch(routeApi.useSearch());
  const navigate = routeApi.useNavigate();
  const narrow = (to: AuditSearch): void => void navigate({ search: to });
  const list = <AuditList search={search} onNarrow={(more) => narrow({ ...search, ...more })} />;
  // A user who may not read the log sees why, and nothing to filter, export or verify.
  if (!useMay('admin')) return <SettingsColumn wide>{list}</SettingsColumn>;
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="Audit log"
        note="Administrative actions, deletes, exports, denied access and key usage. Rows are append-only and hash-chained."
        actions={
          <Button className="max-md:h-44" onClick={() => void download(auditExportHref(search), 'audit-log.jsonl')}>
            Export
          </Button>
        }
      >
        <VerifyState />
        <AuditFilters search={search} onChange={narrow} />
        {list}
      </SettingsSection>
    </SettingsColumn>
  );
}

function AuditList({ search, onNarrow }: { search: AuditSearch; onNarrow: (more: AuditSearch) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditLogOptions(search));
  if (error !== null && data === undefined)
    return <ErrorNote what="The audit log could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} height={30} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0)
    return Object.keys(search).length === 0 ? (
      <EmptyNote title="No entries yet">Administrative actions, deletes, exports and denied requests appear here.</EmptyNote>
    ) : (
      <EmptyNote title="No matching entries">Remove a filter, or choose a longer time range.</EmptyNote>
    );
  return (
    <>
      <AuditRows rows={rows} onNarrow={onNarrow} />
      {hasNextPage && (
        <Button className="self-start max-md:h-44" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
