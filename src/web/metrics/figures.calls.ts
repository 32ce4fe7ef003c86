import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getAttributeKeys,
  getDeployments,
  getFacets,
  getSeries,
} from '#contracts/metrics/routes.ts';
import { requestedWindow } from '#web/platform/time/requested-window.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call } from '#web/platform/http/client.ts';
import { figureParams, type FigureFilter } from '#web/lists/list-filter.ts';
import { windowParams } from '#web/projects/projects.calls.ts';

export const STALE_MS = 10_000;

/** Times for a chart; of all time, from the project's first span. */
export function chartParams(range: RangeText): {
  start_time?: string;
  end_time?: string;
  whole?: boolean;
} {
  return chartWindow(range).times;
}

/** The number of equal intervals that fits them well. */
export function chartWindow(range: RangeText) {
  const window = requestedWindow(range, Date.now());
  if (window === null) return { times: {}, steps: undefined };
  const end = { end_time: new Date(window.endMs).toISOString() };
  return {
    times:
      range === 'all'
        ? { whole: true, ...end }
        : { start_time: new Date(window.startMs).toISOString(), ...end },
    steps: window.steps,
  };
}

/** The project as the parameter of a path. */
export function ofProject(project: string): {
  readonly params: { readonly project_identifier: string };
} {
  return { params: { project_identifier: project } };
}

/** The parameters of figures over time. */
export function seriesParams(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  wanted?: number,
) {
  const { times, steps } = chartWindow(range);
  const buckets = wanted ?? steps;
  return {
    ...ofProject(project),
    query: { ...times, ...figureParams(filter), ...(buckets === undefined ? {} : { buckets }) },
  };
}

/** Figures in equal intervals for what a list holds, with how long the server took. */
export function seriesOptions(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  buckets?: number,
) {
  return queryOptions({
    queryKey: ['series', project, range, filter, buckets],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now();
      const reply = await call(getSeries, {
        ...seriesParams(project, range, filter, buckets),
        signal,
      });
      return { ...reply, tookMs: performance.now() - startedMs };
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** Further parameters of facets. */
export interface FacetAsk {
  readonly attributeKeys?: readonly string[];
  readonly search?: string;
}

/** An ask with everything in it, so that requests for the same share one answer. */
export function wholeAsk({ attributeKeys = [], search = '' }: FacetAsk): Required<FacetAsk> {
  return { attributeKeys, search };
}

/** The parameters of counts by value. */
export function facetsParams(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  { attributeKeys = [], search = '' }: FacetAsk,
) {
  const chosen = attributeKeys.length === 0 ? {} : { attribute_key: [...attributeKeys] };
  return {
    ...ofProject(project),
    query: {
      ...windowParams(range),
      ...figureParams(filter),
      ...chosen,
      ...(search === '' ? {} : { search }),
    },
  };
}

/** Counts by value over the newest that match. */
export function facetsOptions(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  { enabled = true, ...ask }: FacetAsk & { readonly enabled?: boolean } = {},
) {
  return queryOptions({
    queryKey: ['facets', project, range, filter, wholeAsk(ask)],
    queryFn: async ({ signal }) => {
      return (await call(getFacets, { ...facetsParams(project, range, filter, ask), signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    enabled,
  });
}

/** Attribute keys of the newest spans, or of the roots of the newest traces. */
export function attributeKeysOptions(project: string, of: FigureFilter['of'], enabled: boolean) {
  return queryOptions({
    queryKey: ['attribute-keys', project, of],
    queryFn: async ({ signal }) => {
      return (await call(getAttributeKeys, { ...ofProject(project), query: { of }, signal })).data;
    },
    staleTime: 60_000,
    enabled,
  });
}

/** Where new versions of a project's services appeared in a range. */
export function deploymentsOptions(
  project: string,
  range: RangeText,
  refetchInterval: number | false = false,
) {
  return queryOptions({
    queryKey: ['deployments', project, range],
    queryFn: async ({ signal }) => {
      return (
        await call(getDeployments, { ...ofProject(project), query: chartParams(range), signal })
      ).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval,
  });
}
