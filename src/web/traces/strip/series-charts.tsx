import { Suspense, useState, type ReactNode } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import type { SeriesBucketItem, SeriesReply } from '#contracts/metrics/series.ts';
import type { Counting } from '#web/metrics/whole-figures.calls.ts';
import { compactCount, countedShare, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatClockSeconds, formatDuration } from '#web/platform/time/format-time.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';
import { ChartArea } from '#web/ui/chart/chart-area.tsx';
import { slotWindow } from '#web/platform/time/slot-window.ts';
import { Bars, Line } from './strip-charts.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const DeployMarks = lazyPart(async () => ({ default: (await import('#web/metrics/deploy-marks.tsx')).DeployMarks }));

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

/** Traffic with failures, latency, tokens and cost. The captions say the whole, or what is under the cursor. */
export function SeriesCharts({ of, series, deployments, isStale, counting, onZoom, onErrors, onVersion }: SeriesChartsProps) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { data: buckets, totals, coverage } = series;
  const startMs = Date.parse(buckets[0]?.start_time ?? '');
  const stepMs = (Date.parse(series.end_time) - startMs) / Math.max(1, buckets.length);
  const isTraces = of === 'traces';
  const at = cursor === null ? undefined : buckets[cursor];
  const shown = at ?? totals;
  const count = (isTraces ? shown?.traces : shown?.spans) ?? 0;
  const failed = (isTraces ? shown?.failed_traces : shown?.errors) ?? 0;
  const when = cursor === null ? '' : formatClockSeconds(startMs + cursor * stepMs);
  const windowOf = (first: number, last: number): TimeWindow => slotWindow(startMs, stepMs, first, last, coverage.source);
  const area = {
    count: buckets.length,
    cursor,
    cursorText: at === undefined ? '' : `${when}: ${plural(count, isTraces ? 'trace' : 'span')}, ${textOf(at, failed)}`,
    onCursor: setCursor,
    onZoom: (first: number, last: number) => onZoom(windowOf(first, last)),
    windowOf,
  };
  const [marks, lines] = marksOf(deployments, { startMs, endMs: startMs + stepMs * buckets.length }, { onChoose: onZoom, onVersion });
  const uncounted = coverage.complete ? 0 : shareBefore(coverage.since, startMs, stepMs * buckets.length);
  const hasCost = (totals?.cost_usd ?? 0) > 0;
  return (
    <div
      className={`grid h-full gap-20 px-12 pt-6 pb-2 max-md:grid-cols-1 ${hasCost ? 'grid-cols-[2fr_1fr_1fr_1fr]' : 'grid-cols-[2fr_1fr_1fr]'} ${isStale ? 'opacity-60' : ''}`}
    >
      <Chart marks={marks} caption={<Traffic {...{ count, failed, isTraces, counting, when, onErrors }} isComplete={coverage.complete} />}>
        <ChartArea label="Traffic" {...area}>
          <TrafficBars {...{ buckets, isTraces, uncounted }} />
        </ChartArea>
      </Chart>
      <Chart
        hidden
        marks={lines}
        caption={
          <>
            <Figure value={formatDuration(shown?.latency_p50_ms)} unit="p50" />{' '}
            <Figure value={formatDuration(shown?.latency_p99_ms)} unit="p99" tone="tone-warn" />
          </>
        }
      >
        <ChartArea label="Latency" {...area}>
          <Line values={buckets.map((one) => one.latency_p99_ms)} and={buckets.map((one) => one.latency_p50_ms)} />
        </ChartArea>
      </Chart>
      <Chart
        hidden
        marks={lines}
        caption={<Figure value={compactCount(shown === null || shown === undefined ? 0 : tokensOf(shown))} unit="tokens" />}
      >
        <ChartArea label="Tokens" {...area}>
          <Bars
            values={buckets.map((one) => one.token_count_prompt)}
            on={buckets.map((one) => one.token_count_completion)}
            tones={['tone-retriever', 'tone-llm']}
          />
        </ChartArea>
      </Chart>
      {hasCost && (
        <Chart hidden marks={lines} caption={<Figure value={formatCost(shown?.cost_usd ?? 0)} unit="cost" />}>
          <ChartArea label="Cost" {...area}>
            <Bars values={buckets.map((one) => one.cost_usd)} tones={['tone-info', null]} />
          </ChartArea>
        </Chart>
      )}
    </div>
  );
}

/** For the first chart, which says what they are, and for the others. */
function marksOf(
  deployments: readonly DeploymentItem[],
  window: TimeWindow,
  acts: { readonly onChoose: (window: TimeWindow) => void; readonly onVersion: (version: string) => void },
): readonly ReactNode[] {
  if (deployments.length === 0) return [null, null];
  return [<DeployMarks key="marks" {...{ deployments, window, ...acts }} />, <DeployMarks key="lines" {...{ deployments, window }} />];
}

/** Errors in red, the rest above; hatched where nothing was counted. */
function TrafficBars({ buckets, isTraces, uncounted }: { buckets: readonly SeriesBucketItem[]; isTraces: boolean; uncounted: number }) {
  const failed = buckets.map((bucket) => (isTraces ? bucket.failed_traces : bucket.errors) ?? 0);
  const rest = buckets.map((bucket, index) => Math.max(0, ((isTraces ? bucket.traces : bucket.spans) ?? 0) - (failed[index] ?? 0)));
  return (
    <>
      <Bars values={failed} on={rest} tones={['tone-error', null]} />
      {uncounted > 0 && (
        <span
          className="hatch pointer-events-none absolute inset-y-0 left-0 bg-bg2 opacity-80"
          style={{ width: `${uncounted * 100}%` }}
          title="Older ones were not counted"
        />
      )}
    </>
  );
}

/** How much of the chart lies before a time; all of it without one. */
function shareBefore(since: string | null, startMs: number, lengthMs: number): number {
  return since === null ? 1 : Math.min(1, Math.max(0, (Date.parse(since) - startMs) / lengthMs));
}

function textOf(bucket: SeriesBucketItem, failed: number): string {
  const latency = `p50 ${formatDuration(bucket.latency_p50_ms)}, p99 ${formatDuration(bucket.latency_p99_ms)}`;
  return `${failed} failed, ${latency}, ${compactCount(tokensOf(bucket))} tokens, ${formatCost(bucket.cost_usd)}`;
}

function tokensOf(bucket: SeriesBucketItem): number {
  return bucket.token_count_prompt + bucket.token_count_completion;
}

interface ChartProps {
  readonly caption: ReactNode;
  /** Content over the chart. */
  readonly marks: ReactNode;
  readonly hidden?: boolean;
  readonly children: ReactNode;
}

/** A chart under its figures; `hidden` where the screen is narrow. */
function Chart({ caption, marks, hidden = false, children }: ChartProps) {
  return (
    <figure className={`flex min-w-0 flex-col ${hidden ? 'max-md:hidden' : ''}`}>
      <figcaption className="nums clip flex h-24 shrink-0 items-center gap-8 text-12 text-text3">{caption}</figcaption>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {children}
        {marks !== null && <Suspense fallback={null}>{marks}</Suspense>}
      </div>
    </figure>
  );
}

function Figure({ value, unit, tone = '' }: { value: string; unit: string; tone?: string }) {
  if (value === '') return <span className="invisible">0</span>;
  return (
    <span>
      <strong className="font-semibold text-text1">{value}</strong> <span className={tone === '' ? '' : `${tone} text-tone`}>{unit}</span>
    </span>
  );
}

interface TrafficProps {
  readonly count: number;
  readonly failed: number;
  readonly isTraces: boolean;
  readonly isComplete: boolean;
  readonly counting: Counting;
  readonly when: string;
  readonly onErrors: () => void;
}

function Traffic({ count, failed, isTraces, isComplete, counting, when, onErrors }: TrafficProps) {
  const unit = isTraces ? (count === 1 ? 'trace' : 'traces') : count === 1 ? 'span' : 'spans';
  return (
    <>
      <Figure value={`${compactCount(count)}${isComplete ? '' : '+'}`} unit={unit} />
      {failed > 0 && (
        <button type="button" title="Errors only" onClick={onErrors} className="touch tone-error h-24 text-tone hover:underline">
          {isTraces ? `${compactCount(failed)} with errors` : plural(failed, 'error')}
        </button>
      )}
      {!isComplete && (
        <span title={counting === null ? 'Counting stops after a while' : 'The newest so far'}>
          {counting === null ? 'the newest counted' : `counting ${countedShare(counting)}`}
        </span>
      )}
      <span className="ml-auto">{when}</span>
    </>
  );
}
