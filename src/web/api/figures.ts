import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { windowOfRange } from '../lib/time-range.ts';
import type { RangeText } from '../lib/time-range.ts';
import { inTurn } from '../lib/in-turn.ts';
import { api, bodyOf } from './client.ts';
import type { FigureFilter } from './list-filter.ts';
import type { Grouping } from '../lib/search-params.ts';
import { windowParams } from './projects.ts';

const STALE_MS = 10_000;
/** What takes a reader of the server's for long is asked one after the other: its others stay free for lists. */
const COUNTING = 'counting';

/** Times for a chart; of all time, from the project's first span. */
export function chartParams(range: RangeText): { start_time?: string; end_time?: string; whole?: boolean } {
  if (range !== 'all') return windowParams(range);
  const window = windowOfRange(range, Date.now());
  return { whole: true, ...(window === null ? {} : { end_time: new Date(window.endMs).toISOString() }) };
}

function pathOf(project: string): { readonly path: { readonly project_identifier: string } } {
  return { path: { project_identifier: project } };
}

/** Figures in equal intervals for what a list holds, with how long the server took; `thorough` once less was not enough. */
export function seriesOptions(project: string, range: RangeText, filter: FigureFilter, buckets = 60, thorough = false) {
  return queryOptions({
    queryKey: [thorough ? 'whole-series' : 'series', project, range, filter, buckets],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now();
      const params = { ...pathOf(project), query: { ...chartParams(range), ...filter, buckets, ...thoroughly(thorough) } };
      const ask = () => bodyOf(api.GET('/v1/projects/{project_identifier}/series', { params, signal }));
      const reply = await (thorough ? inTurn(COUNTING, ask) : ask());
      return { ...reply, tookMs: performance.now() - startedMs };
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** Latencies over time as counts in a grid. */
export function heatmapOptions(project: string, range: RangeText, filter: FigureFilter, enabled: boolean) {
  return queryOptions({
    queryKey: ['heatmap', project, range, filter],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: { ...chartParams(range), ...filter, columns: 60, rows: 24 } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/latency_heatmap', { params, signal }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    enabled,
  });
}

function thoroughly(thorough: boolean): { readonly thorough?: true } {
  return thorough ? { thorough } : {};
}

interface FacetAsk {
  readonly attributeKeys?: readonly string[];
  readonly search?: string;
  readonly enabled?: boolean;
  readonly thorough?: boolean;
}

/** Counts by value over the newest that match. */
export function facetsOptions(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  { attributeKeys = [], search = '', enabled = true, thorough = false }: FacetAsk = {},
) {
  return queryOptions({
    queryKey: [thorough ? 'whole-facets' : 'facets', project, range, filter, attributeKeys, search],
    queryFn: async ({ signal }) => {
      const chosen = attributeKeys.length === 0 ? {} : { attribute_key: [...attributeKeys] };
      const query = { ...windowParams(range), ...filter, ...chosen, ...(search === '' ? {} : { search }), ...thoroughly(thorough) };
      const ask = () => bodyOf(api.GET('/v1/projects/{project_identifier}/facets', { params: { ...pathOf(project), query }, signal }));
      return (await (thorough ? inTurn(COUNTING, ask) : ask())).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    enabled,
  });
}

/** Count, errors, latency, tokens and cost by what the newest that match share. */
export function groupsOptions(project: string, range: RangeText, filter: FigureFilter, by: Grouping) {
  return queryOptions({
    queryKey: ['groups', project, range, filter, by],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: { ...chartParams(range), ...filter, by } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/groups', { params, signal }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** Attribute keys of the newest spans, or of the roots of the newest traces. */
export function attributeKeysOptions(project: string, of: FigureFilter['of'], enabled: boolean) {
  return queryOptions({
    queryKey: ['attribute-keys', project, of],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: { of } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/attribute_keys', { params, signal }))).data;
    },
    staleTime: 60_000,
    enabled,
  });
}
