import { Suspense, useState, type ReactNode } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import type { SeriesBucketItem, SeriesReply } from '#contracts/metrics/series.ts';
import type { Counting } from '#web/metrics/whole-figures.calls.ts';
import {
  compactCount,
  countedShare,
  formatCost,
  plural,
} from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Bars, Lines, Uncounted } from '#web/ui/chart/marks.tsx';
import { linear } from '#web/ui/chart/scale.ts';
import { timeIntervals } from '#web/ui/chart/time-intervals.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const DeployMarks = lazyPart(async () => ({
  default: (await import('#web/metrics/deploy-marks.tsx')).DeployMarks,
}));

/** Of a chart. CSS pixels. */
const HEIGHT = 44;

interface SeriesChartsProps {
  readonly of: 'traces' | 'spans';
  readonly series: SeriesReply;
  /** Where new versions appeared. */
  readonly deployments: readonly DeploymentItem[];
  readonly isStale: boolean;
  readonly counting: Counting;
  readonly onZoom: (window: TimeWindow) => void;
  readonly onErrors: () => void;
  readonly onVersion: (version: string) => void;
}

type ChartedProps = Pick<SeriesChartsProps, 'of' | 'series' | 'counting' | 'onErrors'>;
type Totals = SeriesReply['totals'];

/**
 * Traffic with failures, latency, tokens and cost. The captions say the whole, or what is under the
 * cursor.
 */
export function SeriesCharts({
  of,
  series,
  deployments,
  isStale,
  counting,
  onZoom,
  onErrors,
  onVersion,
}: SeriesChartsProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { data: buckets, coverage } = series;
  const startMs = Date.parse(buckets[0]?.start_time ?? '');
  const endMs = Date.parse(series.end_time);
  const stepMs = (endMs - startMs) / Math.max(1, buckets.length);
  const at = cursor === null ? undefined : buckets[cursor];
  const shown = at ?? series.totals;
  const { windowOf, placeOf } = timeIntervals(startMs, stepMs, coverage.source);
  const zoom = (first: number, last?: number): void => onZoom(windowOf(first, last));
  const charts = stripCharts({ of, series, counting, onErrors }, shown);
  return (
    <div
      className={`grid h-full gap-20 px-12 pt-6 pb-2 max-md:grid-cols-1 ${charts.length > 3 ? 'grid-cols-[2fr_1fr_1fr_1fr]' : 'grid-cols-[2fr_1fr_1fr]'} ${isStale ? 'opacity-60' : ''}`}
    >
      {charts.map(({ label, caption, marks }, index) => (
        // The others are hidden where the screen is narrow.
        <figure key={label} className={`flex min-w-0 flex-col ${index > 0 ? 'max-md:hidden' : ''}`}>
          <figcaption className="nums clip flex h-24 shrink-0 items-center gap-8 text-12 text-text3">
            {caption}
          </figcaption>
          <div className="relative flex min-h-0 flex-1 flex-col">
            <Hover
              {...{ label, cursor, placeOf }}
              count={buckets.length}
              reading={
                at === undefined || cursor === null ? '' : `${placeOf(cursor)}: ${textOf(of, at)}`
              }
              hint="Arrow keys read the intervals, Enter zooms to one"
              onCursor={setCursor}
              onOpen={zoom}
              onDrag={zoom}
            >
              {marks}
            </Hover>
            {deployments.length > 0 && (
              <Suspense fallback={null}>
                {/* The first chart says what they are. */}
                <DeployMarks
                  {...{ deployments, window: { startMs, endMs } }}
                  {...(index === 0 ? { onChoose: onZoom, onVersion } : {})}
                />
              </Suspense>
            )}
          </div>
        </figure>
      ))}
    </div>
  );
}

/** Each with what it says of the shown interval, or of all of them. */
function stripCharts(
  {
    of,
    series: { data: buckets, totals, coverage, end_time: end },
    counting,
    onErrors,
  }: ChartedProps,
  shown: Totals,
): readonly { readonly label: string; readonly caption: ReactNode; readonly marks: ReactNode }[] {
  const bars = (
    ...measures: readonly (readonly [
      tone: string | null,
      measure: (bucket: SeriesBucketItem) => number,
    ])[]
  ) => (
    <Bars
      height={HEIGHT}
      series={measures.map(([tone, measure]) => ({ tone, values: buckets.map(measure) }))}
    />
  );
  const [count, failed] = countsOf(of, shown);
  return [
    {
      label: 'Traffic',
      caption: (
        <Traffic {...{ of, count, failed, counting, onErrors }} isComplete={coverage.complete} />
      ),
      // Errors in red, the rest above.
      marks: (
        <>
          {bars(
            ['tone-error', (one) => countsOf(of, one)[1]],
            [null, (one) => Math.max(0, countsOf(of, one)[0] - countsOf(of, one)[1])],
          )}
          {!coverage.complete && (
            <Uncounted share={shareBefore(coverage.since, buckets[0]?.start_time, end)} />
          )}
        </>
      ),
    },
    {
      label: 'Latency',
      caption: <Latency p50={shown?.latency_p50_ms} p99={shown?.latency_p99_ms} />,
      marks: (
        <Lines
          broken
          series={[
            { values: buckets.map((one) => one.latency_p50_ms), tone: null },
            { values: buckets.map((one) => one.latency_p99_ms), tone: 'tone-warn' },
          ]}
        />
      ),
    },
    {
      label: 'Tokens',
      caption: <Figure value={compactCount(shown === null ? 0 : tokensOf(shown))} unit="tokens" />,
      marks: bars(
        ['tone-retriever', (one) => one.token_count_prompt],
        ['tone-llm', (one) => one.token_count_completion],
      ),
    },
    {
      label: 'Cost',
      caption: <Figure value={formatCost(shown?.cost_usd ?? 0)} unit="cost" />,
      marks: bars(['tone-info', (one) => one.cost_usd]),
    },
  ].slice(0, (totals?.cost_usd ?? 0) > 0 ? 4 : 3);
}

/** How many there were, and how many of them failed. */
function countsOf(
  of: 'traces' | 'spans',
  bucket: Totals,
): readonly [count: number, failed: number] {
  return of === 'traces'
    ? [bucket?.traces ?? 0, bucket?.failed_traces ?? 0]
    : [bucket?.spans ?? 0, bucket?.errors ?? 0];
}

/** How much of the chart lies before a time; all of it without one. */
function shareBefore(since: string | null, start = '', end = ''): number {
  if (since === null) return 1;
  return Math.min(
    1,
    Math.max(0, linear([Date.parse(start), Date.parse(end)], [0, 1])(Date.parse(since))),
  );
}

function textOf(of: 'traces' | 'spans', bucket: SeriesBucketItem): string {
  const [count, failed] = countsOf(of, bucket);
  const latency = `p50 ${formatDuration(bucket.latency_p50_ms)}, p99 ${formatDuration(bucket.latency_p99_ms)}`;
  return `${plural(count, of === 'traces' ? 'trace' : 'span')}, ${failed} failed, ${latency}, ${compactCount(tokensOf(bucket))} tokens, ${formatCost(bucket.cost_usd)}`;
}

function tokensOf(
  bucket: Pick<SeriesBucketItem, 'token_count_prompt' | 'token_count_completion'>,
): number {
  return bucket.token_count_prompt + bucket.token_count_completion;
}

function Latency({ p50, p99 }: { p50: number | null | undefined; p99: number | null | undefined }) {
  return (
    <>
      <Figure value={formatDuration(p50)} unit="p50" />{' '}
      <Figure value={formatDuration(p99)} unit="p99" tone="tone-warn" />
    </>
  );
}

function Figure({ value, unit, tone = '' }: { value: string; unit: string; tone?: string }) {
  if (value === '') return <span className="invisible">0</span>;
  return (
    <span>
      <strong className="font-semibold text-text1">{value}</strong>{' '}
      <span className={tone === '' ? '' : `${tone} text-tone`}>{unit}</span>
    </span>
  );
}

interface TrafficProps {
  readonly count: number;
  readonly failed: number;
  readonly of: 'traces' | 'spans';
  readonly isComplete: boolean;
  readonly counting: Counting;
  readonly onErrors: () => void;
}

function Traffic({ of, count, failed, isComplete, counting, onErrors }: TrafficProps) {
  const isTraces = of === 'traces';
  const unit = isTraces ? (count === 1 ? 'trace' : 'traces') : count === 1 ? 'span' : 'spans';
  return (
    <>
      <Figure value={`${compactCount(count)}${isComplete ? '' : '+'}`} unit={unit} />
      {failed > 0 && (
        <button
          type="button"
          title="Errors only"
          onClick={onErrors}
          className="touch tone-error h-24 text-tone hover:underline"
        >
          {isTraces ? `${compactCount(failed)} with errors` : plural(failed, 'error')}
        </button>
      )}
      {!isComplete && (
        <span title={counting === null ? 'Counting stops after a while' : 'The newest so far'}>
          {counting === null ? 'the newest counted' : `counting ${countedShare(counting)}`}
        </span>
      )}
    </>
  );
}
