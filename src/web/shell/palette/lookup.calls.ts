import { queryOptions } from '@tanstack/react-query';
import { lookUp } from '#contracts/search/lookup.routes.ts';
import { projectKey, sessionPath, tracePath, tracesPath } from '#web/platform/address/paths.ts';
import { call } from '#web/platform/http/client.ts';
import type { LookupMatch } from '#contracts/search/lookup.ts';

/** The traces, spans and sessions that an id names, in any project. */
export function lookupOptions(id: string) {
  return queryOptions({
    queryKey: ['lookup', id],
    queryFn: async ({ signal }) => (await call(lookUp, { query: { id }, signal })).data,
    staleTime: 10_000,
  });
}

/** The screen of what was found. */
export function pathOfMatch(match: LookupMatch): string {
  const project = projectKey(match.project);
  if (match.session_id !== null) return sessionPath(project, match.session_id);
  if (match.trace_id !== null)
    return tracePath(project, match.trace_id, match.span_id ?? undefined);
  return tracesPath(project);
}
