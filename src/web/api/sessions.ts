import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SessionSort } from '../lib/search-params.ts';
import { sessionFilter } from '../lib/session-filter.ts';
import type { RangeText } from '../lib/time-range.ts';
import { api, bodyOf, cursorParam, done } from './client.ts';
import { windowParams } from './projects.ts';

const PAGE_ROWS = 50;
/** Texts are read for so many turns at once. */
export const TURNS_READ = 25;

interface SessionList {
  readonly range: RangeText;
  readonly text: string;
  readonly sort: SessionSort;
  readonly order: 'asc' | 'desc';
}

/** A project's sessions that were active in the range and match. */
export function sessionRowsOptions(project: string, { range, text, sort, order }: SessionList) {
  const filter = sessionFilter(text);
  return infiniteQueryOptions({
    queryKey: ['sessions', project, range, filter, sort, order],
    queryFn: ({ pageParam, signal }) => {
      const params = {
        path: { project_identifier: project },
        query: { ...windowParams(range), sort, order, limit: PAGE_ROWS, ...(filter === null ? {} : { filter }), ...cursorParam(pageParam) },
      };
      return bodyOf(api.GET('/v1/projects/{project_identifier}/session_rows', { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

/** A whole session as columns, by its Global ID or the sender's id. */
export function sessionSkeletonOptions(session: string) {
  return queryOptions({
    queryKey: ['session', session],
    queryFn: async ({ signal }) => {
      const params = { path: { session_identifier: session } };
      return (await bodyOf(api.GET('/v1/sessions/{session_identifier}/skeleton', { params, signal }))).data;
    },
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** What some neighbouring turns say. */
export function sessionTurnsOptions(session: string, traceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['session-turns', session, traceIds[0], traceIds.length],
    queryFn: async ({ signal }) => {
      const params = { path: { session_identifier: session }, query: { trace_id: [...traceIds] } };
      return (await bodyOf(api.GET('/v1/sessions/{session_identifier}/turns', { params, signal }))).data;
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Deletes a session with its traces, for good. */
export async function deleteSession(session: string, keepalive: boolean): Promise<void> {
  await done(api.DELETE('/v1/sessions/{session_identifier}', { params: { path: { session_identifier: session } }, keepalive }));
}
