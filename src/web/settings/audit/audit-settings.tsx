import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { download } from '#web/ui/notices/download.ts';
import {
  auditExportHref,
  auditLogOptions,
  auditVerificationOptions,
  verifyAuditLog,
} from './audit.calls.ts';
import { AuditRows } from './audit-rows.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { readAuditSearch, type AuditSearch, AUDIT_RANGES } from './audit-search.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import type { AuditVerification } from '#contracts/audit/audit-log.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { AUDIT_ACTIONS, AUDIT_RESULTS, isAuditAction } from '#contracts/audit/audit-action.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { useDraft } from '#web/ui/form/use-draft.ts';

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
          <Button
            className="max-md:h-44"
            onClick={() => void download(auditExportHref(search), 'audit-log.jsonl')}
          >
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

function AuditList({
  search,
  onNarrow,
}: {
  search: AuditSearch;
  onNarrow: (more: AuditSearch) => void;
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLogOptions(search),
  );
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The audit log could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={8} height={30} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0)
    return Object.keys(search).length === 0 ? (
      <EmptyNote title="No entries yet">
        Administrative actions, deletes, exports and denied requests appear here.
      </EmptyNote>
    ) : (
      <EmptyNote title="No matching entries">
        Remove a filter, or choose a longer time range.
      </EmptyNote>
    );
  return (
    <>
      <AuditRows rows={rows} onNarrow={onNarrow} />
      {hasNextPage && (
        <Button
          className="self-start max-md:h-44"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

/** Whether every row is as it was written, since when that is known, and which are not. */
function VerifyState() {
  const client = useQueryClient();
  const { data } = useQuery(auditVerificationOptions);
  const verify = useMutation({
    mutationFn: verifyAuditLog,
    onSettled: () => client.invalidateQueries({ queryKey: ['audit-verification'] }),
  });
  if (data === undefined) return <div className="h-44" />;
  const isRunning = data.state === 'running' || verify.isPending;
  return (
    <section
      aria-label="Verification"
      className="flex flex-col gap-8 rounded-control border border-line1 px-12 py-8"
    >
      <div className="flex min-h-28 flex-wrap items-center gap-x-12 gap-y-4 text-13">
        <p
          role="status"
          className={`min-w-0 flex-1 basis-240 ${data.state === 'broken' || data.error !== null ? 'tone-error text-tone' : 'text-text2'}`}
        >
          {!isRunning && data.error !== null && `The log could not be verified: ${data.error} `}
          {isRunning
            ? runningText(data.progress)
            : stateText(data.state, data.rows, data.problemCount)}
          {!isRunning && data.checkedAt !== null && (
            <span className="text-text3"> Verified {formatWhen(data.checkedAt, Date.now())}.</span>
          )}
        </p>
        {data.headHash !== null && data.lastSeq > 0 && (
          <CopyButton text={`${data.lastSeq}:${data.headHash}`} label="Copy head" />
        )}
        <Button disabled={isRunning} onClick={() => verify.mutate()} className="max-md:h-44">
          Verify now
        </Button>
      </div>
      {data.state === 'broken' && (
        <ul className="flex list-disc flex-col gap-2 pl-20 text-12 text-text2">
          {data.problems.map(({ seq, kind, detail }) => (
            <li key={`${seq} ${kind}`}>{detail}</li>
          ))}
        </ul>
      )}
      <FormError error={verify.error} />
    </section>
  );
}

function runningText(progress: AuditVerification['progress']): string {
  if (progress === null) return 'The rows are being verified…';
  return `The rows are being verified: ${exactCount(progress.rowsDone)} of ${exactCount(progress.rowsTotal)}.`;
}

function stateText(state: string, rows: number, problems: number): string {
  if (state === 'unknown') return 'Not verified yet. The log is verified every day.';
  if (state === 'broken')
    return `The log was tampered with: ${plural(problems, 'problem')} in ${plural(rows, 'row')}.`;
  return `${plural(rows, 'row')}, none changed or missing.`;
}

const BOX =
  'h-30 min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44';
const RANGE_LABELS = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};
const ACTION_NAMES = Object.keys(AUDIT_ACTIONS).filter(isAuditAction);

/** The audit log's filters: choices apply at once, texts on blur or Enter. */
function AuditFilters({
  search,
  onChange,
}: {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}) {
  const isNarrowed = Object.keys(search).length > 0;
  const without = (name: keyof AuditSearch): AuditSearch =>
    withChanges(search, { [name]: undefined });
  return (
    <div role="search" aria-label="Audit log" className="flex flex-wrap items-end gap-8">
      <Choice
        label="Action"
        value={search.action ?? ''}
        options={ACTION_NAMES.map((name) => ({ value: name, label: AUDIT_ACTIONS[name] }))}
        onValue={(action) =>
          onChange(isAuditAction(action) ? { ...search, action } : without('action'))
        }
      />
      <Choice
        label="Result"
        value={search.result ?? ''}
        options={AUDIT_RESULTS.map((result) => ({ value: result, label: result }))}
        onValue={(value) => {
          const result = AUDIT_RESULTS.find((one) => one === value);
          onChange(result === undefined ? without('result') : { ...search, result });
        }}
      />
      <Choice
        label="Time"
        value={search.within ?? ''}
        options={AUDIT_RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range] }))}
        onValue={(value) => {
          const within = AUDIT_RANGES.find((one) => one === value);
          onChange(within === undefined ? without('within') : { ...search, within });
        }}
      />
      <TextFilter
        label="Actor"
        placeholder="ada@example.org"
        value={search.actor ?? ''}
        onValue={(actor) => onChange(actor === '' ? without('actor') : { ...search, actor })}
      />
      <TextFilter
        label="API key id"
        placeholder="VXNlckFwaUtleTox"
        value={search.key ?? ''}
        onValue={(key) => onChange(key === '' ? without('key') : { ...search, key })}
      />
      {isNarrowed && (
        <Button look="quiet" className="max-md:h-44" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onValue: (value: string) => void;
}

function Choice({ label, value, options, onValue }: ChoiceProps) {
  return (
    <label className="flex min-w-0 flex-col gap-4 text-12 text-text2 max-md:flex-1 max-md:basis-140">
      {label}
      <select
        className={`${BOX} md:max-w-200`}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      >
        <option value="">Any</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function TextFilter({ label, placeholder, value, onValue }: TextFilterProps) {
  const { text, setText, commit } = useDraft(value, (typed) => onValue(typed.trim()));
  return (
    <label className="flex min-w-0 flex-col gap-4 text-12 text-text2 max-md:flex-1 max-md:basis-140">
      {label}
      <input
        className={`${BOX} md:w-160`}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </label>
  );
}
