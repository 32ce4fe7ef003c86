import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getFacets, getSeries } from '#contracts/metrics/routes.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { callForLines } from '#web/platform/http/client.ts';
import {
  facetsOptions,
  facetsParams,
  seriesOptions,
  seriesParams,
  wholeAsk,
  type FacetAsk,
} from './figures.calls.ts';
import { growingOptions } from '#web/lists/growing.ts';
import type { FigureFilter } from '#web/lists/list-filter.ts';
import type { Facets, SeriesReply } from '#contracts/metrics/series.ts';

/** The interval of a series, if not the one that suits its range. */
export interface SeriesAsk {
  readonly buckets?: number | undefined;
  readonly enabled?: boolean;
}

/**
 * How a count of everything goes: null when there is none, or it is done; else which part of the
 * range it has been through.
 */
export type Counting = number | null;

interface WholeAsk<Body, Data> {
  readonly key: readonly unknown[];
  /** Asks for everything, as the lines of a growing count. */
  readonly ask: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>;
  readonly data: (body: Body, tookMs: number) => Data;
  readonly reach: (data: Data) => Reach;
  readonly isPatient?: true;
}

/**
 * Figures of a list's rows: at once for the newest, as many as fit a moment; if there are more,
 * everything is counted in the background, and that result replaces the first as soon as it covers
 * more.
 */
export function useWhole<Body, Data>(
  quick: UseQueryResult<Data>,
  { reach, ...growing }: WholeAsk<Body, Data>,
) {
  const isShort =
    quick.data !== undefined && !quick.isPlaceholderData && !reach(quick.data).complete;
  const whole = useQuery(
    growingOptions<Body, Data>({
      ...growing,
      isWhole: (data) => reach(data).complete,
      enabled: isShort,
    }),
  );
  return { ...grown(quick, isShort, whole, reach), quick };
}

export function thorough<Params, Query>(
  { params, query }: { readonly params: Params; readonly query: Query },
  signal: AbortSignal,
) {
  return { params, query: { ...query, thorough: true as const }, signal };
}

export const coverageOf = ({ coverage }: { readonly coverage: Reach }): Reach => coverage;
export const dataOf = <Data>({ data }: { readonly data: Data }): Data => data;

/** Figures over time. */
export function useWholeSeries(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  refetchInterval: number | false = false,
  { buckets, enabled = true }: SeriesAsk = {},
) {
  return useWhole<SeriesReply, SeriesReply & { tookMs: number }>(
    useQuery({ ...seriesOptions(project, range, filter, buckets), refetchInterval, enabled }),
    {
      key: ['whole-series', project, range, filter, buckets],
      ask: (signal) =>
        callForLines(getSeries, thorough(seriesParams(project, range, filter, buckets), signal)),
      data: (body, tookMs) => ({ ...body, tookMs }),
      reach: coverageOf,
    },
  );
}

/** Counts by value, which need `attributeKeys` and `search`. */
export function useWholeFacets(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  ask: FacetAsk = {},
) {
  return useWhole<{ data: Facets }, Facets>(useQuery(facetsOptions(project, range, filter, ask)), {
    key: ['whole-facets', project, range, filter, wholeAsk(ask)],
    ask: (signal) =>
      callForLines(getFacets, thorough(facetsParams(project, range, filter, ask), signal)),
    data: dataOf,
    reach: (data) => ({ scanned: data.scanned, complete: areExact(data), progress: data.progress }),
    isPatient: true,
  });
}

/** Status, kind, name, model, user, session and annotations. */
const COUNTED_FIELDS = 7;

function areExact({ exact, attributes_complete }: Facets): boolean {
  return exact.length === COUNTED_FIELDS && attributes_complete;
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
  return {
    data: isMore ? whole.data : quick.data,
    counting: complete || !whole.isFetching ? null : (progress ?? 0),
  };
}
