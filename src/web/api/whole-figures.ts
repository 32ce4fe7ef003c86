import { useQuery } from '@tanstack/react-query';
import type { RangeText } from '../lib/time-range.ts';
import { facetsOptions, seriesOptions } from './figures.ts';
import type { FigureFilter } from './list-filter.ts';

/** Counting everything takes up to seconds: while a list is open it is done anew this often, and not with every commit. */
const WHOLE_MS = 30_000;

/**
 * Figures of what a list holds: at once of the newest, as many as fit a moment; where those were not all, what a longer count found takes
 * their place when it is there.
 */
export function useWholeSeries(project: string, range: RangeText, filter: FigureFilter) {
  const quick = useQuery(seriesOptions(project, range, filter));
  const isShort = quick.data !== undefined && !quick.isPlaceholderData && !quick.data.coverage.complete;
  const whole = useQuery({ ...seriesOptions(project, range, filter, undefined, true), ...ofWhole(isShort) });
  const data = whole.isPlaceholderData ? undefined : whole.data;
  return { data: isShort ? (data ?? quick.data) : quick.data, isCounting: isShort && data === undefined, quick };
}

/** The same of facets, for which `attributeKeys` and `search` are asked. */
export function useWholeFacets(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  ask: { readonly attributeKeys?: readonly string[]; readonly search?: string } = {},
) {
  const quick = useQuery(facetsOptions(project, range, filter, ask));
  const isShort = quick.data !== undefined && !quick.isPlaceholderData && quick.data.exact.length < COUNTED_FIELDS;
  const whole = useQuery({ ...facetsOptions(project, range, filter, { ...ask, thorough: true }), ...ofWhole(isShort) });
  const data = whole.isPlaceholderData ? undefined : whole.data;
  return { data: isShort ? (data ?? quick.data) : quick.data, isCounting: isShort && data === undefined, quick };
}

/** Status, kind, name, model, user, session and annotations. */
const COUNTED_FIELDS = 7;

function ofWhole(enabled: boolean) {
  return { enabled, staleTime: WHOLE_MS, refetchInterval: WHOLE_MS };
}
