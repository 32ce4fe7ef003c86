import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LimitedCaller, Limits } from '#contracts/server/limits.ts';
import { limitsOptions } from './limits.calls.ts';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { keyUsagePath } from '#web/platform/address/paths.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

const NEAR = 0.8;

/** How much each caller may ask for, and who is near it now. */
export function LimitsPage() {
  const { data, error, refetch } = useQuery(limitsOptions);
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The limits could not be read" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return null;
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="Plan"
        note="Limits for each API key, each user and each address without a key."
      >
        <PlanNumbers limits={data} />
      </SettingsSection>
      <SettingsSection
        title="Now"
        note="Current usage. Callers that were refused in the last minute come first."
      >
        <Callers limits={data} />
      </SettingsSection>
    </SettingsColumn>
  );
}

const NUMBERS = [
  [
    'ingestPerMinute',
    'Trace ingestion requests per minute',
    'SERVICE_RATE_LIMIT_INGEST_PER_MINUTE',
  ],
  ['apiPerMinute', 'API calls per minute', 'SERVICE_RATE_LIMIT_API_PER_MINUTE'],
  ['concurrent', 'Requests at a time', 'SERVICE_MAX_CONCURRENT_REQUESTS'],
] as const;

function PlanNumbers({ limits }: { limits: Limits }) {
  const rows = NUMBERS.map(([name, label, variable]) => ({
    id: name,
    cells: [
      label,
      limits[name] === null ? 'unlimited' : exactCount(limits[name]),
      <span key="variable" className="mono text-text2">
        {variable}
      </span>,
    ],
  }));
  return (
    <>
      <p className="text-13">
        The plan is <strong className="font-semibold">{limits.plan}</strong>{' '}
        <span className="mono text-text2">SERVICE_PLAN</span>
      </p>
      <FigureTable
        label="Numbers of the plan"
        columns={['Limit', 'Now', 'Set by']}
        figures={[1]}
        rows={rows}
      />
    </>
  );
}

function Callers({ limits }: { limits: Limits }) {
  const isLimited =
    limits.ingestPerMinute !== null || limits.apiPerMinute !== null || limits.concurrent !== null;
  if (!isLimited) return <p className="text-13 text-text2">No rate limits are configured.</p>;
  if (limits.callers.length === 0) return <p className="text-13 text-text2">Not used yet.</p>;
  const rows = limits.callers.map((caller) => ({
    id: `${caller.kind} ${caller.name} ${caller.id ?? ''}`,
    cells: [
      <CallerName key="who" caller={caller} />,
      used(caller.ingestUsed, limits.ingestPerMinute),
      used(caller.apiUsed, limits.apiPerMinute),
      used(caller.running, limits.concurrent),
      <Standing key="state" caller={caller} />,
    ],
  }));
  return (
    <FigureTable
      label="Callers"
      columns={['Who', 'Trace ingestion', 'API calls', 'At a time', 'State']}
      figures={[1, 2, 3]}
      rows={rows}
    />
  );
}

function used(count: number, limit: number | null): string {
  return limit === null ? '' : `${exactCount(Math.ceil(count))} of ${exactCount(limit)}`;
}

function CallerName({ caller }: { caller: LimitedCaller }) {
  if (caller.kind !== 'key' || caller.id === null)
    return (
      <>
        {caller.name} <span className="text-text3">{caller.kind}</span>
      </>
    );
  return (
    <>
      <Link to={keyUsagePath(caller.id)} className="text-link underline">
        {caller.name}
      </Link>{' '}
      <span className="text-text3">key</span>
    </>
  );
}

function Standing({ caller }: { caller: LimitedCaller }) {
  if (caller.refusedLately) return <span className="tone-error text-tone">refused</span>;
  return caller.share >= NEAR ? <span className="tone-warn text-tone">near its limit</span> : null;
}
