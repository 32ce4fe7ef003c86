import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { KeyUsage } from '#contracts/api-keys/key-usage.ts';
import { keyUsageOptions } from '#web/settings/limits.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { StackedBars } from '#web/ui/chart/score-chart.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { compactCount, exactCount, formatBytes, formatShare } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

const RANGES = [
  { hours: 24, label: '24 hours' },
  { hours: 168, label: '7 days' },
  { hours: 720, label: '30 days' },
  { hours: 2160, label: '90 days' },
] as const;

/** One API key's usage. */
export function KeyUsagePage() {
  const { key } = useParams({ from: '/settings/keys/$key' });
  const [hours, setHours] = useState<number>(168);
  const { data, error, refetch, isPlaceholderData } = useQuery(keyUsageOptions(key, hours));
  if (error !== null && data === undefined)
    return <ErrorNote what="The usage of the key could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const ranges = (
    <div className="flex gap-2" role="group" aria-label="Range">
      {RANGES.map((range) => (
        <Button
          key={range.hours}
          look={range.hours === hours ? 'outline' : 'quiet'}
          aria-pressed={range.hours === hours}
          onClick={() => setHours(range.hours)}
        >
          {range.label}
        </Button>
      ))}
    </div>
  );
  return (
    <SettingsColumn wide>
      <SettingsSection title={data.name} note={lastUse(data)} actions={ranges}>
        <div className={`flex flex-col gap-24 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <Totals usage={data} />
          <div className="grid grid-cols-3 gap-24 max-lg:grid-cols-1">
            <RequestsChart usage={data} />
            <UsageChart label="Spans" usage={data} values={(point) => point.spans} text={exactCount} />
            <UsageChart label="Bytes in and out" usage={data} values={(point) => point.bytesIn + point.bytesOut} text={formatBytes} />
          </div>
        </div>
      </SettingsSection>
      <SettingsSection title="Endpoints" note="Most called routes first.">
        <Endpoints usage={data} />
      </SettingsSection>
      <SettingsSection
        title="Countries"
        note="Countries of its requests, from an offline database. Private and IPv6 addresses have no country."
      >
        <Countries usage={data} />
      </SettingsSection>
    </SettingsColumn>
  );
}

function lastUse({ lastUsedAt }: KeyUsage): string {
  return lastUsedAt === null ? 'Never used.' : `Last used ${formatWhen(lastUsedAt, Date.now())}.`;
}

function Totals({ usage: { totals } }: { usage: KeyUsage }) {
  const figures = [
    ['Requests', compactCount(totals.requests)],
    ['Errors', totals.errorRate === null ? '' : formatShare(totals.errors, totals.requests)],
    ['Spans', compactCount(totals.spans)],
    ['Bytes in', formatBytes(totals.bytesIn)],
    ['Bytes out', formatBytes(totals.bytesOut)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-32 gap-y-12">
      {figures.map(([label, text]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-12 text-text2">{label}</dt>
          <dd className="nums min-h-28 text-20 font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type Point = KeyUsage['series'][number];

function RequestsChart({ usage }: { usage: KeyUsage }) {
  const { series, totals } = usage;
  const summary = `${exactCount(totals.requests)}, ${exactCount(totals.errors)} of them errors`;
  return (
    <ChartFrame
      label="Requests"
      usage={usage}
      summary={summary}
      most={Math.max(0, ...series.map((point) => point.requests))}
      text={exactCount}
    >
      <StackedBars
        series={[
          { values: series.map((point) => point.serverErrors), tone: 'tone-error' },
          { values: series.map((point) => point.clientErrors), tone: 'tone-warn' },
          { values: series.map((point) => point.ok), tone: null },
        ]}
      />
    </ChartFrame>
  );
}

interface UsageChartProps {
  readonly label: string;
  readonly usage: KeyUsage;
  readonly values: (point: Point) => number;
  readonly text: (value: number) => string;
}

function UsageChart({ label, usage, values, text }: UsageChartProps) {
  const all = usage.series.map(values);
  const sum = all.reduce((total, value) => total + value, 0);
  return (
    <ChartFrame label={label} usage={usage} summary={text(sum)} most={Math.max(0, ...all)} text={text}>
      <StackedBars series={[{ values: all, tone: null }]} />
    </ChartFrame>
  );
}

interface ChartFrameProps {
  readonly label: string;
  readonly usage: KeyUsage;
  /** The chart's content in a few words. */
  readonly summary: string;
  /** The fullest interval. */
  readonly most: number;
  readonly text: (value: number) => string;
  readonly children: ReactNode;
}

function ChartFrame({ label, usage, summary, most, text, children }: ChartFrameProps) {
  const day = (iso: string | undefined): string => (iso === undefined ? '' : formatWhen(iso, 0));
  return (
    <figure className="flex min-w-0 flex-col gap-4">
      <figcaption className="flex justify-between text-12 text-text2">
        <span>{label}</span>
        <span className="nums">{most > 0 && `at most ${text(most)} ${usage.interval === 'hour' ? 'an hour' : 'a day'}`}</span>
      </figcaption>
      <div role="img" aria-label={`${label} over time: ${summary}`} className="relative h-96 border-b border-line1">
        {children}
      </div>
      <div className="flex justify-between text-11 text-text3" aria-hidden="true">
        <span>{day(usage.series[0]?.time)}</span>
        <span>now</span>
      </div>
    </figure>
  );
}

function Endpoints({ usage: { endpoints } }: { usage: KeyUsage }) {
  if (endpoints.length === 0) return <p className="text-13 text-text2">No usage in this time range.</p>;
  const rows = endpoints.map((one) => ({
    id: one.endpoint,
    cells: [
      <span key="endpoint" className="mono">
        {one.endpoint}
      </span>,
      exactCount(one.requests),
      one.errors === 0 ? (
        ''
      ) : (
        <span key="errors" className="tone-error text-tone">
          {formatShare(one.errors, one.requests)}
        </span>
      ),
      one.spans === 0 ? '' : exactCount(one.spans),
      formatBytes(one.bytesIn),
      formatBytes(one.bytesOut),
    ],
  }));
  const columns = ['Endpoint', 'Requests', 'Errors', 'Spans', 'Bytes in', 'Bytes out'];
  return <FigureTable label="Calls by endpoint" columns={columns} figures={[1, 2, 3, 4, 5]} rows={rows} />;
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function Countries({ usage: { countries, totals } }: { usage: KeyUsage }) {
  if (countries.length === 0) return <p className="text-13 text-text2">No known countries.</p>;
  const rows = countries.map(({ country, requests }) => ({
    id: country,
    cells: [COUNTRY_NAMES.of(country) ?? country, exactCount(requests), formatShare(requests, totals.requests)],
  }));
  return <FigureTable label="Requests by country" columns={['Country', 'Requests', 'Share']} figures={[1, 2]} rows={rows} />;
}
