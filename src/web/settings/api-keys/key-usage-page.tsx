import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import type { KeyUsage } from '#contracts/api-keys/key-usage.ts';
import { keyUsageOptions } from '#web/settings/limits.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { TimeAxis } from '#web/ui/chart/axis.tsx';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Bars } from '#web/ui/chart/marks.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import {
  compactCount,
  exactCount,
  formatBytes,
  formatShare,
} from '#web/platform/text/format-number.ts';
import { formatSpan } from '#web/platform/text/format-span.ts';
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
    return (
      <ErrorNote
        what="The usage of the key could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
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
            <UsageChart
              label="Spans"
              usage={data}
              values={data.series.map((point) => point.spans)}
              format={exactCount}
            />
            <UsageChart
              label="Bytes in and out"
              usage={data}
              values={data.series.map((point) => point.bytesIn + point.bytesOut)}
              format={formatBytes}
            />
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
  const textOf = ({ requests, errors }: Pick<Point, 'requests' | 'errors'>): string =>
    `${exactCount(requests)}, ${exactCount(errors)} of them errors`;
  return (
    <UsageChart
      label="Requests"
      usage={usage}
      values={series.map((point) => point.requests)}
      format={exactCount}
      summary={textOf(totals)}
      readings={series.map(textOf)}
      bars={[
        { values: series.map((point) => point.serverErrors), tone: 'tone-error' },
        { values: series.map((point) => point.clientErrors), tone: 'tone-warn' },
        { values: series.map((point) => point.ok), tone: null },
      ]}
    />
  );
}

interface UsageChartProps {
  readonly label: string;
  readonly usage: KeyUsage;
  /** Over the intervals. */
  readonly values: readonly number[];
  readonly format: (value: number) => string;
  /** How all of them read, and each; as formatted by default. */
  readonly summary?: string;
  readonly readings?: readonly string[];
  /** What they consist of, if more than one. */
  readonly bars?: ComponentProps<typeof Bars>['series'];
}

/** Of a chart, as in its class. CSS pixels. */
const HEIGHT = 96;
const HOUR_MS = 3_600_000;

function UsageChart({
  label,
  usage: { series, interval },
  values,
  format,
  ...rest
}: UsageChartProps) {
  const {
    summary = format(values.reduce((sum, value) => sum + value, 0)),
    readings = values.map(format),
  } = rest;
  const { bars = [{ values, tone: null }] } = rest;
  const [cursor, setCursor] = useState<number | null>(null);
  const startMs = Date.parse(series[0]?.time ?? '');
  const stepMs = interval === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const placeOf = (first: number, last = first): string =>
    formatSpan(
      { startMs: startMs + first * stepMs, endMs: startMs + (last + 1) * stepMs },
      Date.now(),
    );
  const most = Math.max(0, ...values);
  const content =
    cursor === null
      ? most > 0 && `at most ${format(most)} ${interval === 'hour' ? 'an hour' : 'a day'}`
      : readings[cursor];
  return (
    <figure className="flex min-w-0 flex-col gap-4">
      <figcaption className="flex justify-between text-12 text-text2">
        <span>{label}</span>
        <span className="nums">{content}</span>
      </figcaption>
      <div className="flex h-96 flex-col border-b border-line1">
        <Hover
          label={`${label} over time: ${summary}`}
          count={values.length}
          cursor={cursor}
          onCursor={setCursor}
          reading={cursor === null ? '' : `${placeOf(cursor)}: ${readings[cursor] ?? ''}`}
          hint="Arrow keys read the intervals"
          placeOf={placeOf}
        >
          <Bars height={HEIGHT} series={bars} />
        </Hover>
      </div>
      {series.length > 0 && <TimeAxis startMs={startMs} endMs={startMs + series.length * stepMs} />}
    </figure>
  );
}

function Endpoints({ usage: { endpoints } }: { usage: KeyUsage }) {
  if (endpoints.length === 0)
    return <p className="text-13 text-text2">No usage in this time range.</p>;
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
  return (
    <FigureTable
      label="Calls by endpoint"
      columns={columns}
      figures={[1, 2, 3, 4, 5]}
      rows={rows}
    />
  );
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function Countries({ usage: { countries, totals } }: { usage: KeyUsage }) {
  if (countries.length === 0) return <p className="text-13 text-text2">No known countries.</p>;
  const rows = countries.map(({ country, requests }) => ({
    id: country,
    cells: [
      COUNTRY_NAMES.of(country) ?? country,
      exactCount(requests),
      formatShare(requests, totals.requests),
    ],
  }));
  return (
    <FigureTable
      label="Requests by country"
      columns={['Country', 'Requests', 'Share']}
      figures={[1, 2]}
      rows={rows}
    />
  );
}
