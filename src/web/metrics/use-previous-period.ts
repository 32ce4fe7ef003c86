import { useFigureFilter } from '#web/lists/list-filter.ts';
import type { SeriesBreakdown, SeriesReply } from '#contracts/metrics/series.ts';
import { useWholeBreakdown } from './breakdown.calls.ts';
import { useWholeSeries, type Counting } from './whole-figures.calls.ts';
import type { Intervals } from './counted-intervals.ts';
import { breakdownParams, type MetricsSearch } from './metrics-search.ts';
import { periodBefore } from './previous-period.ts';
import { RANGE_DEFAULT, rangeOfWindow, type TimeWindow } from '#web/platform/time/time-range.ts';

/** A previously frequent value is searched among as many values as the server returns. */
const VALUES_MAX = 10;

export interface Previous<Data> {
  /** Null while it is not asked for, read or counted. */
  readonly data: Data | null;
  readonly period: TimeWindow | null;
  readonly counting: Counting;
}

interface Asked {
  readonly project: string;
  readonly search: MetricsSearch;
  /** Of the charts; null until they are known. */
  readonly intervals: Intervals | null;
}

/** The period before, in as many intervals; of all time there is none. */
function useAsked({ project, search, intervals }: Asked) {
  const filter = useFigureFilter(project)(search);
  const enabled = search.compare === true && search.range !== 'all' && intervals !== null;
  const period = periodBefore(
    search.range ?? RANGE_DEFAULT,
    intervals ?? { startMs: 0, endMs: 1, count: 1 },
  );
  return {
    filter,
    enabled,
    period,
    range: rangeOfWindow(period),
    options: { enabled, buckets: intervals?.count },
  };
}

interface Count<Data> {
  readonly data: Data | undefined;
  readonly counting: Counting;
  readonly quick: { readonly isPlaceholderData: boolean; readonly isFetching: boolean };
}

/**
 * Figures of a part of the period would be compared with those of a whole one: they are shown once
 * all is counted.
 */
function whole<Data extends Pick<SeriesReply, 'coverage'>>(
  { data, counting, quick }: Count<Data>,
  enabled: boolean,
  period: TimeWindow,
): Previous<Data> {
  if (!enabled) return { data: null, period: null, counting: null };
  const isThere = data !== undefined && !quick.isPlaceholderData && data.coverage.complete;
  return {
    data: isThere ? data : null,
    period,
    counting: isThere ? null : (counting ?? (quick.isFetching ? 0 : null)),
  };
}

/** Everything in the period before. */
export function usePreviousSeries(asked: Asked): Previous<SeriesReply> {
  const { filter, enabled, period, range, options } = useAsked(asked);
  return whole(useWholeSeries(asked.project, range, filter, false, options), enabled, period);
}

/** The same by value. */
export function usePreviousBreakdown(asked: Asked, by: string): Previous<SeriesBreakdown> {
  const { filter, enabled, period, range, options } = useAsked(asked);
  const value = { ...(breakdownParams(by) ?? { by: 'name' as const }), values: VALUES_MAX };
  return whole(
    useWholeBreakdown(asked.project, range, filter, value, false, options),
    enabled,
    period,
  );
}
