import { Suspense } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { ChartArea } from '#web/ui/chart/chart-area.tsx';
import { DashedSteps } from '#web/ui/chart/dashed-steps.tsx';
import { Lines, StackedBars } from '#web/ui/chart/score-chart.tsx';
import { readingOf, type MetricChart, type MetricLine } from './metric-charts.ts';
import { changeText, previousLines, previousSums } from './previous-period.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { MONTHS } from '#web/platform/time/format-time.ts';
import { timeLabels } from './time-labels.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { dayStart, wallTime } from '#web/platform/time/wall-time.ts';

const LABEL_PX = 64;
/** The width of the widest label: one that would be cut at the right edge is omitted. */
const TEXT_PX = 44;

/** Round times below a chart: the day where one begins, else the time of day. */
function TimeAxis({ startMs, endMs }: { startMs: number; endMs: number }) {
  const { ref, width } = useBoxWidth();
  const labels = width === null ? [] : timeLabels(startMs, endMs, Math.floor(width / LABEL_PX), (ms) => dayStart(ms, 0));
  const whole = labels.filter(({ share }) => (1 - share) * (width ?? 0) >= TEXT_PX);
  return (
    <div ref={ref} className="nums relative h-14 overflow-hidden text-11 leading-14 text-text3" aria-hidden="true">
      {whole.map(({ share, atMs }) => (
        <span key={atMs} className="absolute border-l border-line2 pl-4 whitespace-nowrap" style={{ left: `${share * 100}%` }}>
          {textOf(atMs)}
        </span>
      ))}
    </div>
  );
}

function textOf(ms: number): string {
  const { day, month, hour, minute } = wallTime(ms);
  if (hour === 0 && minute === 0) return `${day} ${MONTHS[month - 1] ?? ''}`;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const DeployMarks = lazyPart(async () => ({ default: (await import('./deploy-marks.tsx')).DeployMarks }));

interface MetricFigureProps {
  readonly chart: MetricChart;
  readonly count: number;
  /** The first interval that was counted; null where all were. */
  readonly countedFrom: number | null;
  /** The interval under the cursor, shared by all charts; null for none. */
  readonly cursor: number | null;
  /** When that interval is. */
  readonly when: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly onCursor: (at: number | null) => void;
  /** Leads to what is in an interval. */
  readonly onOpen: (at: number) => void;
  /** Where new versions appeared. */
  readonly deployments: readonly DeploymentItem[];
  /** Whether a chart above has the same marks. */
  readonly isRepeated: boolean;
  /** Goes to before or after one of them. */
  readonly onWindow: (window: TimeWindow) => void;
  readonly onZoom: (first: number, last: number) => void;
  readonly windowOf: (first: number, last: number) => TimeWindow;
  /** Narrows everything to one of the series, where each is of one value; null where they are not. */
  readonly onLine: ((label: string) => void) | null;
}

/** One measure over time under its legend, which shows the total, or the values under the cursor. */
export function MetricFigure(props: MetricFigureProps) {
  const { chart, count, countedFrom, cursor, when, startMs, endMs, deployments, isRepeated } = props;
  const { onCursor, onOpen, onWindow, onZoom, windowOf, onLine } = props;
  const isUncounted = countedFrom !== null && (cursor === null || cursor < countedFrom);
  const valueOf = (line: MetricLine): string => readingOf(chart, cursor === null ? line.total : line.values[cursor]);
  const beforeOf = (line: MetricLine) => (cursor === null ? line.previous?.total : line.previous?.values[cursor]);
  const changeOf = (line: MetricLine): string =>
    changeText(cursor === null ? line.total : line.values[cursor], beforeOf(line), chart.isPercent);
  const summary = isUncounted
    ? 'not counted yet'
    : chart.lines.map((line) => [line.label, valueOf(line) || 'nothing', changeOf(line)].filter(Boolean).join(' ')).join(', ');
  return (
    <section aria-label={chart.title} className="flex min-w-0 flex-col gap-6 rounded-popover border border-line1 p-12">
      <div className="flex items-baseline gap-12">
        <h2 className="shrink-0 text-13 font-semibold">{chart.title}</h2>
        <ul className="nums flex min-w-0 flex-1 flex-wrap justify-end gap-x-12 gap-y-2 text-12">
          {chart.lines.map((line) => (
            <Legend
              key={line.isRest === true ? ' rest' : line.label}
              line={line}
              value={isUncounted ? '…' : valueOf(line)}
              change={isUncounted ? '' : changeOf(line)}
              before={readingOf(chart, beforeOf(line))}
              onChoose={onLine === null || line.isRest === true ? null : () => onLine(line.label)}
            />
          ))}
        </ul>
      </div>
      <div className="relative flex h-140 flex-col">
        <ChartArea
          label={chart.title}
          count={count}
          cursor={cursor}
          cursorText={`${when}: ${summary}`}
          hint="Arrow keys read the intervals, Enter lists what is in one"
          onCursor={onCursor}
          onZoom={(first, last) => (first === last ? onOpen(first) : onZoom(first, last))}
          windowOf={windowOf}
        >
          <span className="absolute inset-x-0 bottom-0 border-b border-line1" aria-hidden="true" />
          {countedFrom !== null && (
            <span
              className="uncounted pointer-events-none absolute inset-y-0 left-0"
              style={{ width: `${(countedFrom / Math.max(1, count)) * 100}%` }}
              aria-hidden="true"
            />
          )}
          <Drawing chart={chart} />
        </ChartArea>
        {deployments.length > 0 && (
          <Suspense fallback={null}>
            <DeployMarks deployments={deployments} window={{ startMs, endMs }} onChoose={onWindow} isRepeated={isRepeated} />
          </Suspense>
        )}
        {chart.most > 0 && (
          <span className="nums pointer-events-none absolute top-0 left-0 bg-bg0 pr-4 text-11 text-text3">
            {readingOf(chart, chart.most)}
          </span>
        )}
      </div>
      <TimeAxis startMs={startMs} endMs={endMs} />
    </section>
  );
}

/** Bars or lines, before what they were in the period before. */
function Drawing({ chart }: { chart: MetricChart }) {
  if (chart.shape === 'lines') {
    const series = (lines: readonly MetricLine[], dashed: boolean) =>
      lines.map(({ values, tone }) => ({ values, tone: tone ?? '', dashed }));
    return <Lines broken series={[...series(previousLines(chart.lines), true), ...series(chart.lines, false)]} />;
  }
  const before = previousSums(chart);
  return (
    <>
      {before !== null && <DashedSteps values={before} most={chart.most} />}
      <StackedBars
        most={chart.most}
        series={chart.lines.map(({ values, tone }) => ({ tone, values: values.map((value) => value ?? 0) }))}
      />
    </>
  );
}

interface LegendProps {
  readonly line: MetricLine;
  readonly value: string;
  /** Against the period before; empty for none. */
  readonly change: string;
  readonly before: string;
  readonly onChoose: (() => void) | null;
}

function Legend({ line, value, change, before, onChoose }: LegendProps) {
  const name = (
    <>
      <span
        className={`${line.tone ?? ''} mr-5 inline-block size-8 rounded-full ${line.tone === null ? 'bg-volume' : 'bg-bar'}`}
        aria-hidden="true"
      />
      {line.label}
    </>
  );
  return (
    <li className="flex max-w-full min-w-0 items-baseline gap-6">
      {onChoose === null ? (
        <span className="clip text-text2">{name}</span>
      ) : (
        <button type="button" className="clip text-text2 hover:text-text1" title={`Only ${line.label}`} onClick={onChoose}>
          {name}
        </button>
      )}
      <strong className="min-w-40 shrink-0 text-right font-semibold">{value}</strong>
      {change !== '' && (
        <span className="shrink-0 text-text3" title={`${before} in the previous period`}>
          {change}
        </span>
      )}
    </li>
  );
}
