import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, bodyOf, cursorParam } from './client.ts';
import { windowParams } from './projects.ts';
import type { RangeText } from '../lib/time-range.ts';
import type { SpanFilter, TraceFilter } from './model.ts';

const PAGE_ROWS = 100;

/** A project's traces, newest first unless asked otherwise, as pages that follow each other. */
export function traceRowsOptions(project: string, range: RangeText, filter: TraceFilter, enabled = true) {
  return infiniteQueryOptions({
    queryKey: ['trace-rows', project, range, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...windowParams(range), ...filter, limit: PAGE_ROWS, ...cursorParam(pageParam) };
      return bodyOf(
        api.GET('/v1/projects/{project_identifier}/trace_rows', { params: { path: { project_identifier: project }, query }, signal }),
      );
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    getPreviousPageParam: (first) => first.previous_cursor,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
}

/** A project's spans, the same way. */
export function spanRowsOptions(project: string, range: RangeText, filter: SpanFilter, enabled = true) {
  return infiniteQueryOptions({
    queryKey: ['span-rows', project, range, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...windowParams(range), ...filter, limit: PAGE_ROWS, ...cursorParam(pageParam) };
      return bodyOf(
        api.GET('/v1/projects/{project_identifier}/span_rows', { params: { path: { project_identifier: project }, query }, signal }),
      );
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    getPreviousPageParam: (first) => first.previous_cursor,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled,
  });
}
