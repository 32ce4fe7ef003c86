import { Suspense } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { TimeAxis, TopLabel } from '#web/ui/chart/axis.tsx';
import { Steps } from '#web/ui/chart/comparison-marks.tsx';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Bars, Lines, Uncounted } from '#web/ui/chart/marks.tsx';
import { bands } from '#web/ui/chart/scale.ts';
import type { TimeIntervals } from '#web/ui/chart/time-intervals.ts';
import { readingOf, type MetricChart, type MetricLine } from './metric-charts.ts';
import { changeText, previousLines, previousSums } from './previous-period.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const DeployMarks = lazyPart(async () => ({
  default: (await import('./deploy-marks.tsx')).DeployMarks,
}));

/** Of a chart, as in its class. CSS pixels. */
const HEIGHT = 140;

interface MetricFigureProps {
  readonly chart: MetricChart;
  readonly count: number;
  /** The first interval that was counted; null where all were. */
  readonly countedFrom: number | null;
  /** The interval under the cursor, shared by all charts; null for none. */
  readonly cursor: number | null;
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
  /** When the intervals from the first to the last are. */
  readonly placeOf: TimeIntervals['placeOf'];
  /**
   * Narrows everything to one of the series, where each is of one value; null where they are not.
   */
  readonly onLine: ((label: string) => void) | null;
}

/**
 * One measure over time under its legend, which shows the total, or the values under the cursor.
 */
export function MetricFigure(props: MetricFigureProps) {
  const { chart, count, countedFrom, cursor, startMs, endMs, deployments, isRepeated } = props;
  const { onCursor, onOpen, onWindow, onZoom, placeOf, onLine } = props;
  const isUncounted = countedFrom !== null && (cursor === null || cursor < countedFrom);
  const valueOf = (line: MetricLine): string =>
    readingOf(chart, cursor === null ? line.total : line.values[cursor]);
  const beforeOf = (line: MetricLine) =>
    cursor === null ? line.previous?.total : line.previous?.values[cursor];
  const changeOf = (line: MetricLine): string =>
    changeText(cursor === null ? line.total : line.values[cursor], beforeOf(line), chart.isPercent);
  const summary = isUncounted
    ? 'not counted yet'
    : chart.lines
        .map((line) =>
          [line.label, valueOf(line) || 'nothing', changeOf(line)].filter(Boolean).join(' '),
        )
        .join(', ');
  return (
    <section
      aria-label={chart.title}
      className="flex min-w-0 flex-col gap-6 rounded-popover border border-line1 p-12"
    >
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
        <Hover
          label={chart.title}
          count={count}
          cursor={cursor}
          reading={cursor === null ? '' : `${placeOf(cursor)}: ${summary}`}
          hint="Arrow keys read the intervals, Enter lists what is in one"
          onCursor={onCursor}
          onOpen={onOpen}
          onDrag={onZoom}
          placeOf={placeOf}
        >
          <span className="absolute inset-x-0 bottom-0 border-b border-line1" aria-hidden="true" />
          {countedFrom !== null && <Uncounted share={bands(count).start(countedFrom)} />}
          <Drawing chart={chart} />
          <TopLabel most={chart.most} format={chart.format} />
        </Hover>
        {deployments.length > 0 && (
          <Suspense fallback={null}>
            <DeployMarks
              deployments={deployments}
              window={{ startMs, endMs }}
              onChoose={onWindow}
              isRepeated={isRepeated}
            />
          </Suspense>
        )}
      </div>
      <TimeAxis startMs={startMs} endMs={endMs} />
    </section>
  );
}

/** Bars or lines, before what they were in the period before. */
function Drawing({ chart: { shape, lines, most }, chart }: { chart: MetricChart }) {
  if (shape === 'lines') {
    const before = previousLines(lines).map(({ values, tone }) => ({ values, tone, dashed: true }));
    return <Lines broken series={[...before, ...lines]} />;
  }
  const before = previousSums(chart);
  return (
    <>
      {before !== null && <Steps values={before} most={most} />}
      <Bars
        height={HEIGHT}
        most={most}
        series={lines.map(({ values, tone }) => ({
          tone,
          values: values.map((value) => value ?? 0),
        }))}
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
        <button
          type="button"
          className="clip text-text2 hover:text-text1"
          title={`Only ${line.label}`}
          onClick={onChoose}
        >
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
