import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, bodyOf, cursorParam } from './client.ts';
import { windowParams } from './projects.ts';
import type { RangeText } from '../lib/time-range.ts';
import type { SpanFilter, TraceFilter } from './model.ts';

export const PAGE_ROWS = 100;

/** A page of a project's traces, newest first unless asked otherwise. */
export async function traceRows(project: string, range: RangeText, filter: TraceFilter, cursor: string, signal?: AbortSignal) {
  const query = { ...windowParams(range), ...filter, limit: PAGE_ROWS, ...cursorParam(cursor) };
  const params = { path: { project_identifier: project }, query };
  return await bodyOf(api.GET('/v1/projects/{project_identifier}/trace_rows', { params, ...(signal === undefined ? {} : { signal }) }));
}

/** A page of its spans, the same way. */
export async function spanRows(project: string, range: RangeText, filter: SpanFilter, cursor: string, signal?: AbortSignal) {
  const query = { ...windowParams(range), ...filter, limit: PAGE_ROWS, ...cursorParam(cursor) };
  const params = { path: { project_identifier: project }, query };
  return await bodyOf(api.GET('/v1/projects/{project_identifier}/span_rows', { params, ...(signal === undefined ? {} : { signal }) }));
}

/** A project's traces as pages that follow each other. */
export function traceRowsOptions(project: string, range: RangeText, filter: TraceFilter, enabled = true) {
  return infiniteQueryOptions({
    queryKey: ['trace-rows', project, range, filter],
    queryFn: async ({ pageParam, signal }) => await traceRows(project, range, filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    getPreviousPageParam: (first) => first.previous_cursor,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
}

/** A project's spans as pages that follow each other. */
export function spanRowsOptions(project: string, range: RangeText, filter: SpanFilter, enabled = true) {
  return infiniteQueryOptions({
    queryKey: ['span-rows', project, range, filter],
    queryFn: async ({ pageParam, signal }) => await spanRows(project, range, filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    getPreviousPageParam: (first) => first.previous_cursor,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
}
