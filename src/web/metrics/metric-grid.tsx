import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { grainOf } from '#web/lists/list-filter.ts';
import { narrowTo } from '#web/filter/language/edit.ts';
import { countedShare } from '#web/platform/text/format-number.ts';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import type { Intervals } from './counted-intervals.ts';
import type { MetricChart } from './metric-charts.ts';
import type { MetricsSearch } from './metrics-search.ts';
import { timeIntervals } from '#web/ui/chart/time-intervals.ts';
import { rangeOfWindow, type TimeWindow } from '#web/platform/time/time-range.ts';
import { MetricFigure } from './metric-figure.tsx';
import type { Previous } from './use-previous-period.ts';

interface MetricGridProps {
  readonly project: string;
  readonly search: MetricsSearch;
  readonly charts: readonly MetricChart[];
  readonly intervals: Intervals;
  /** Where the figures come from. */
  readonly source: 'rollups' | 'scan';
  readonly isStale: boolean;
  /** The period before, where the charts are compared with it. */
  readonly previous: Pick<Previous<unknown>, 'period' | 'counting'>;
  readonly deployments: readonly DeploymentItem[];
  readonly onZoom: (window: TimeWindow) => void;
  readonly onLine: ((label: string) => void) | null;
}

/** Charts with one time axis and one cursor; an interval leads to what is in it. */
export function MetricGrid({
  project,
  search,
  charts,
  intervals,
  source,
  isStale,
  previous,
  ...rest
}: MetricGridProps) {
  const { deployments, onZoom, onLine } = rest;
  const navigate = useNavigate();
  const [cursor, setCursor] = useState<number | null>(null);
  const { count, startMs, endMs, countedFrom } = intervals;
  const stepMs = (endMs - startMs) / Math.max(1, count);
  const { windowOf, placeOf } = timeIntervals(startMs, stepMs, source);
  const open = (chart: MetricChart, at: number): void => {
    const { scope, q = '' } = search;
    const condition = chart.leadsToErrors ? narrowTo(q, grainOf(search), 'status', 'ERROR') : q;
    void navigate({
      to: '/projects/$project/traces',
      params: { project },
      search: {
        range: rangeOfWindow(windowOf(at)),
        ...(scope === undefined ? {} : { scope }),
        ...(condition === '' ? {} : { q: condition }),
      },
    });
  };
  return (
    <>
      <p className="nums clip flex h-28 shrink-0 items-center px-12 text-12 text-text3">
        {formatClockSeconds(startMs)} to {formatClockSeconds(endMs)}
        {previous.period !== null && <PreviousNote {...previous} />}
        <span className="max-md:hidden">
          &nbsp;· click an interval for what is in it, drag to zoom
        </span>
      </p>
      <div
        className={`grid grid-cols-2 gap-12 px-12 pb-12 max-[899px]:grid-cols-1 ${isStale ? 'opacity-60' : ''}`}
      >
        {charts.map((chart, index) => (
          <MetricFigure
            key={chart.id}
            chart={chart}
            count={count}
            {...{ cursor, startMs, endMs, countedFrom, deployments, onLine, placeOf }}
            isRepeated={index > 0}
            onWindow={onZoom}
            onCursor={setCursor}
            onOpen={(at) => open(chart, at)}
            onZoom={(first, last) => onZoom(windowOf(first, last))}
          />
        ))}
      </div>
    </>
  );
}

/** When the dashed lines are of, or how far they are counted. */
function PreviousNote({ period, counting }: MetricGridProps['previous']) {
  if (period === null) return null;
  if (counting !== null)
    return <span>&nbsp;· counting the previous period… {countedShare(counting)}</span>;
  return (
    <span>
      &nbsp;· dashed: {formatClockSeconds(period.startMs)} to {formatClockSeconds(period.endMs)}
    </span>
  );
}
