import { useQuery } from '@tanstack/react-query';
import { getFacets, getGroups, getLatencyHeatmap, getSeries, getSeriesBreakdown } from '#contracts/metrics/routes.ts';
import type { Grouping } from '#web/lists/grouping.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { callForLines } from '#web/platform/http/client.ts';
import {
  breakdownOptions,
  breakdownParams,
  facetsOptions,
  facetsParams,
  groupsOptions,
  groupsParams,
  heatmapOptions,
  heatmapParams,
  seriesOptions,
  seriesParams,
  wholeAsk,
  type BreakdownValue,
  type FacetAsk,
} from './figures.calls.ts';
import { growingOptions } from '#web/lists/growing.ts';
import type { FigureFilter } from '#web/lists/list-filter.ts';
import type { Facets, SeriesBreakdown, SeriesReply } from '#contracts/metrics/series.ts';
import type { FigureGroups, LatencyHeatmap } from '#contracts/metrics/figures.ts';

/** The interval of a series, if not the one that suits its range. */
interface SeriesAsk {
  readonly buckets?: number | undefined;
  readonly enabled?: boolean;
}

/** How a count of everything goes: null when there is none, or it is done; else which part of the range it has been through. */
export type Counting = number | null;

/**
 * Figures of a list's rows: at once for the newest, as many as fit a moment; if there are more, everything is counted in the background,
 * and that result replaces the first as soon as it covers more.
 */
export function useWholeSeries(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  refetchInterval: number | false = false,
  { buckets, enabled = true }: SeriesAsk = {},
) {
  const quick = useQuery({ ...seriesOptions(project, range, filter, buckets), refetchInterval, enabled });
  const isShort = isFresh(quick) && !quick.data.coverage.complete;
  const whole = useQuery(
    growingOptions<SeriesReply, SeriesReply & { tookMs: number }>({
      key: ['whole-series', project, range, filter, buckets],
      ask: (signal) => {
        const { params, query } = seriesParams(project, range, filter, buckets);
        return callForLines(getSeries, { params, query: { ...query, thorough: true }, signal });
      },
      data: (body, tookMs) => ({ ...body, tookMs }),
      isWhole: ({ coverage }) => coverage.complete,
      enabled: isShort,
    }),
  );
  return { ...grown(quick, isShort, whole, ({ coverage }) => coverage), quick };
}

/** The same of figures by value: all of them are counted in one go, so that they cover the same time. */
export function useWholeBreakdown(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  value: BreakdownValue,
  refetchInterval: number | false,
  { buckets, enabled = true }: SeriesAsk = {},
) {
  const quick = useQuery({ ...breakdownOptions(project, range, filter, value, buckets), refetchInterval, enabled });
  const isShort = isFresh(quick) && !quick.data.coverage.complete;
  const whole = useQuery(
    growingOptions<{ data: SeriesBreakdown }, SeriesBreakdown>({
      key: ['whole-breakdown', project, range, filter, value, buckets],
      ask: (signal) => {
        const { params, query } = breakdownParams(project, range, filter, value, buckets);
        return callForLines(getSeriesBreakdown, { params, query: { ...query, thorough: true }, signal });
      },
      data: ({ data }) => data,
      isWhole: ({ coverage }) => coverage.complete,
      enabled: isShort,
    }),
  );
  return { ...grown(quick, isShort, whole, ({ coverage }) => coverage), quick };
}

/** The same of latencies over time. */
export function useWholeHeatmap(project: string, range: RangeText, filter: FigureFilter) {
  const quick = useQuery(heatmapOptions(project, range, filter, true));
  const isShort = isFresh(quick) && !quick.data.coverage.complete;
  const whole = useQuery(
    growingOptions<{ data: LatencyHeatmap }, LatencyHeatmap>({
      key: ['whole-heatmap', project, range, filter],
      ask: (signal) => {
        const { params, query } = heatmapParams(project, range, filter);
        return callForLines(getLatencyHeatmap, { params, query: { ...query, thorough: true }, signal });
      },
      data: ({ data }) => data,
      isWhole: ({ coverage }) => coverage.complete,
      enabled: isShort,
    }),
  );
  return { ...grown(quick, isShort, whole, ({ coverage }) => coverage), quick };
}

/** The same of groups. */
export function useWholeGroups(project: string, range: RangeText, filter: FigureFilter, by: Grouping) {
  const quick = useQuery(groupsOptions(project, range, filter, by));
  const isShort = isFresh(quick) && !quick.data.coverage.complete;
  const whole = useQuery(
    growingOptions<{ data: FigureGroups }, FigureGroups>({
      key: ['whole-groups', project, range, filter, by],
      ask: (signal) => {
        const { params, query } = groupsParams(project, range, filter, by);
        return callForLines(getGroups, { params, query: { ...query, thorough: true }, signal });
      },
      data: ({ data }) => data,
      isWhole: ({ coverage }) => coverage.complete,
      enabled: isShort,
    }),
  );
  return { ...grown(quick, isShort, whole, ({ coverage }) => coverage), quick };
}

/** The same for facets, which need `attributeKeys` and `search`. */
export function useWholeFacets(project: string, range: RangeText, filter: FigureFilter, ask: FacetAsk = {}) {
  const quick = useQuery(facetsOptions(project, range, filter, ask));
  const isShort = isFresh(quick) && !areExact(quick.data);
  const whole = useQuery(
    growingOptions<{ data: Facets }, Facets>({
      key: ['whole-facets', project, range, filter, wholeAsk(ask)],
      ask: (signal) => {
        const { params, query } = facetsParams(project, range, filter, ask);
        return callForLines(getFacets, { params, query: { ...query, thorough: true }, signal });
      },
      data: ({ data }) => data,
      isWhole: areExact,
      enabled: isShort,
      isPatient: true,
    }),
  );
  const reach = (data: Facets) => ({ scanned: data.scanned, complete: areExact(data), progress: data.progress });
  return { ...grown(quick, isShort, whole, reach), quick };
}

/** Status, kind, name, model, user, session and annotations. */
const COUNTED_FIELDS = 7;

function areExact({ exact, attributes_complete }: Facets): boolean {
  return exact.length === COUNTED_FIELDS && attributes_complete;
}

function isFresh<Data>(query: {
  readonly data: Data | undefined;
  readonly isPlaceholderData: boolean;
}): query is { data: Data; isPlaceholderData: false } {
  return query.data !== undefined && !query.isPlaceholderData;
}

interface Reach {
  readonly scanned: number;
  readonly complete: boolean;
  readonly progress: number | null;
}

/** The better of the two, and how far the count of everything has come. */
function grown<Data>(
  quick: { readonly data: Data | undefined; readonly isPlaceholderData: boolean },
  isShort: boolean,
  whole: { readonly data: Data | undefined; readonly isFetching: boolean },
  reachOf: (data: Data) => Reach,
): { readonly data: Data | undefined; readonly counting: Counting } {
  // A count from before a delete is better than the newest rows from before it.
  const isWanted = isShort || quick.isPlaceholderData;
  if (!isWanted || quick.data === undefined) return { data: quick.data, counting: null };
  if (whole.data === undefined) return { data: quick.data, counting: whole.isFetching ? 0 : null };
  const { complete, scanned, progress } = reachOf(whole.data);
  const isMore = complete || scanned >= reachOf(quick.data).scanned;
  return { data: isMore ? whole.data : quick.data, counting: complete || !whole.isFetching ? null : (progress ?? 0) };
}
