import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSeriesBreakdown } from '#contracts/metrics/routes.ts';
import type { SeriesBreakdown } from '#contracts/metrics/series.ts';
import type { FigureFilter } from '#web/lists/list-filter.ts';
import { call, callForLines } from '#web/platform/http/client.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { STALE_MS, seriesParams } from './figures.calls.ts';
import { coverageOf, dataOf, thorough, useWhole, type SeriesAsk } from './whole-figures.calls.ts';

/** A breakdown of figures, as the server accepts it. */
interface BreakdownValue {
  readonly by: 'model' | 'name' | 'kind' | 'user' | 'attribute';
  readonly attribute_key?: string;
  /** How many of the most frequent values. */
  readonly values?: number;
}

/** The parameters of figures over time by value. */
function breakdownParams(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  value: BreakdownValue,
  buckets?: number,
) {
  const { params, query } = seriesParams(project, range, filter, buckets);
  return { params, query: { ...query, ...value } };
}

/** Figures over time of the most frequent values of what the newest that match have. */
function breakdownOptions(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  value: BreakdownValue,
  buckets?: number,
) {
  return queryOptions({
    queryKey: ['breakdown', project, range, filter, buckets, value],
    queryFn: async ({ signal }) => {
      return (
        await call(getSeriesBreakdown, {
          ...breakdownParams(project, range, filter, value, buckets),
          signal,
        })
      ).data;
    },
    // Another breakdown has other values: only the same one under another condition or range stays
    // while it is read anew.
    placeholderData: (shown, query) =>
      JSON.stringify(query?.queryKey.at(-1)) === JSON.stringify(value) ? shown : undefined,
    staleTime: STALE_MS,
  });
}

/**
 * Figures over time by value: all of them are counted in one go, so that they cover the same time.
 */
export function useWholeBreakdown(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  value: BreakdownValue,
  refetchInterval: number | false,
  { buckets, enabled = true }: SeriesAsk = {},
) {
  return useWhole<{ data: SeriesBreakdown }, SeriesBreakdown>(
    useQuery({
      ...breakdownOptions(project, range, filter, value, buckets),
      refetchInterval,
      enabled,
    }),
    {
      key: ['whole-breakdown', project, range, filter, value, buckets],
      ask: (signal) =>
        callForLines(
          getSeriesBreakdown,
          thorough(breakdownParams(project, range, filter, value, buckets), signal),
        ),
      data: dataOf,
      reach: coverageOf,
    },
  );
}
