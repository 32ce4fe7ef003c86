import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { figureParams, type FigureFilter } from '#web/lists/list-filter.ts';
import type { LatencyHeatmap } from '#contracts/metrics/figures.ts';
import { getLatencyHeatmap } from '#contracts/metrics/routes.ts';
import { STALE_MS, chartWindow, ofProject } from '#web/metrics/figures.calls.ts';
import { coverageOf, dataOf, thorough, useWhole } from '#web/metrics/whole-figures.calls.ts';
import { call, callForLines } from '#web/platform/http/client.ts';
import { compactCount, countedShare } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { RangeText, TimeWindow } from '#web/platform/time/time-range.ts';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Plot } from '#web/ui/chart/marks.tsx';
import { bands } from '#web/ui/chart/scale.ts';
import { timeIntervals } from '#web/ui/chart/time-intervals.ts';

/** The parameters of latencies over time. */
function heatmapParams(project: string, range: RangeText, filter: FigureFilter) {
  const { times, steps } = chartWindow(range);
  return {
    ...ofProject(project),
    query: {
      ...times,
      ...figureParams(filter),
      ...(steps === undefined ? {} : { columns: steps }),
      rows: 24,
    },
  };
}

/** Latencies over time as counts in a grid. */
function heatmapOptions(project: string, range: RangeText, filter: FigureFilter) {
  return queryOptions({
    queryKey: ['heatmap', project, range, filter],
    queryFn: async ({ signal }) => {
      return (await call(getLatencyHeatmap, { ...heatmapParams(project, range, filter), signal }))
        .data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** Latencies over time. */
function useWholeHeatmap(project: string, range: RangeText, filter: FigureFilter) {
  return useWhole<{ data: LatencyHeatmap }, LatencyHeatmap>(
    useQuery(heatmapOptions(project, range, filter)),
    {
      key: ['whole-heatmap', project, range, filter],
      ask: (signal) =>
        callForLines(getLatencyHeatmap, thorough(heatmapParams(project, range, filter), signal)),
      data: dataOf,
      reach: coverageOf,
    },
  );
}

interface LatencyMapProps {
  readonly project: string;
  readonly range: RangeText;
  readonly filter: FigureFilter;
  /** Narrows the list to one cell: its time, and its latency as a condition. */
  readonly onChoose: (window: TimeWindow, condition: string) => void;
}

/**
 * Latencies over time, slow ones on top, the fuller the brighter. A click or Enter on a cell lists
 * what is in it.
 */
export function LatencyMap({ project, range, filter, onChoose }: LatencyMapProps) {
  const { data, counting, quick } = useWholeHeatmap(project, range, filter);
  const [pointed, setPointed] = useState<number | null>(null);
  if (data === undefined)
    return (
      <FailedLine what="The latency map" error={quick.error} onRetry={() => void quick.refetch()} />
    );
  const rows = Math.max(0, data.edges_ms.length - 1);
  const count = rows === 0 ? 0 : data.columns.length;
  // Other figures may have fewer cells than those that were pointed at.
  const cell = pointed !== null && pointed < count * rows ? pointed : null;
  const textOf = (at: number): string => {
    const { place, low, high, content } = cellOf(data, at);
    return `${place} · ${formatDuration(low)} to ${formatDuration(high)} · ${compactCount(content)}`;
  };
  const choose = (at: number): void => {
    const { window, low, high } = cellOf(data, at);
    onChoose(window, `${low} <= latency_ms < ${high}`);
  };
  return (
    <div className="flex h-full gap-8 py-2 pl-12">
      <div
        className="nums flex w-52 shrink-0 flex-col justify-between py-2 text-right text-11 text-text3"
        aria-hidden="true"
      >
        <span>{formatDuration(data.edges_ms.at(-1))}</span>
        <span>{formatDuration(data.edges_ms[0])}</span>
      </div>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <Hover
          label={`Latency map: ${summaryOf(data)}`}
          count={count}
          rows={Math.max(1, rows)}
          cursor={cell}
          onCursor={setPointed}
          reading={cell === null ? '' : textOf(cell)}
          hint="Arrow keys read the cells, Enter lists what is in one"
          placeOf={textOf}
          onOpen={(at) => {
            if (count > 0) choose(at);
          }}
        >
          <Cells columns={data.columns} marked={cell} />
        </Hover>
        {!data.coverage.complete && (
          <span className="nums absolute bottom-0 left-2 text-11 text-text3">
            the newest {compactCount(data.coverage.scanned)} counted
            {counting !== null && ` · ${countedShare(counting)}`}
          </span>
        )}
        {rows === 0 && (
          <span className="absolute inset-0 grid place-items-center text-12 text-text3">
            No latency in this range
          </span>
        )}
      </div>
    </div>
  );
}

/** A cell's time, its latency in milliseconds from (inclusive) and to, and how many are in it. */
function cellOf(data: LatencyHeatmap, at: number) {
  const rows = data.edges_ms.length - 1;
  const [column, row] = [Math.floor(at / rows), at % rows];
  const startMs = Date.parse(data.start_time);
  const { windowOf, placeOf } = timeIntervals(
    startMs,
    (Date.parse(data.end_time) - startMs) / data.columns.length,
    data.coverage.source,
  );
  const [low = 0, high = 0] = data.edges_ms.slice(row);
  return {
    place: placeOf(column),
    window: windowOf(column),
    low,
    high,
    content: data.columns[column]?.[row] ?? 0,
  };
}

function summaryOf(data: LatencyHeatmap): string {
  if (data.edges_ms.length === 0) return 'nothing in this range';
  const total = data.columns.reduce(
    (sum, counts) => sum + counts.reduce((column, count) => column + count, 0),
    0,
  );
  return `${formatDuration(data.edges_ms[0])} to ${formatDuration(data.edges_ms.at(-1))}, ${compactCount(total)} counted`;
}

/** More shades of one colour can't be distinguished. */
const SHADES = 12;
/** Of a cell, with the gap to the next. */
const CELL = { width: 0.92, height: 0.75 };

/**
 * Counts as a grid: the first band left, the first row at the foot, the fuller the brighter; with a
 * frame round one of them.
 */
function Cells({ columns, marked }: { columns: LatencyHeatmap['columns']; marked: number | null }) {
  const { start } = bands(columns.length);
  const most = columns.reduce((max, counts) => Math.max(max, ...counts), 0);
  const rows = columns[0]?.length ?? 1;
  const [wide, tall] = [start(CELL.width) * 100, 100 / rows];
  const shades = Array.from({ length: SHADES + 1 }, () => '');
  columns.forEach((counts, column) => {
    counts.forEach((count, row) => {
      // A root, so that a single slow one is seen beside thousands.
      const shade = Math.ceil(Math.sqrt(count / Math.max(1, most)) * SHADES);
      const place = `M${(start(column) * 100).toFixed(2)} ${(100 - row * tall).toFixed(2)}`;
      if (count > 0)
        shades[shade] +=
          `${place}h${wide.toFixed(2)}v${(-tall * CELL.height).toFixed(2)}h${(-wide).toFixed(2)}z`;
    });
  });
  return (
    <Plot>
      {shades.map(
        (d, shade) =>
          d !== '' && (
            <path key={shade} d={d} fill="var(--focus)" opacity={0.25 + (0.75 * shade) / SHADES} />
          ),
      )}
      {marked !== null && (
        <rect
          x={start(Math.floor(marked / rows)) * 100}
          y={100 - ((marked % rows) + 1) * tall}
          width={start(1) * 100}
          height={tall}
          fill="none"
          stroke="var(--focus)"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </Plot>
  );
}
