import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, cursorParam } from './client.ts';

const PAGE_ROWS = 100;

/** A project's sessions, newest first. */
export function sessionsOptions(project: string) {
  return infiniteQueryOptions({
    queryKey: ['sessions', project],
    queryFn: ({ pageParam, signal }) => {
      const params = {
        path: { project_identifier: project },
        query: { order: 'desc' as const, limit: PAGE_ROWS, ...cursorParam(pageParam) },
      };
      return bodyOf(api.GET('/v1/projects/{project_identifier}/sessions', { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 10_000,
  });
}

/** One session, by its Global ID or the sender's id. */
export function sessionOptions(session: string) {
  return queryOptions({
    queryKey: ['session', session],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET('/v1/sessions/{session_identifier}', { params: { path: { session_identifier: session } }, signal }))).data,
  });
}
