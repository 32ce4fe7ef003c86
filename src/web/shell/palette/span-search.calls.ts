import { queryOptions } from '@tanstack/react-query';
import { searchSpans } from '#contracts/search/span-search.routes.ts';
import type { SpanSearchHit } from '#contracts/search/span-search.ts';
import { projectKey, tracePath } from '#web/platform/address/paths.ts';
import { call } from '#web/platform/http/client.ts';

const HITS = 8;

/** The newest spans of all projects that hold a text. */
export function spanSearchOptions(text: string) {
  return queryOptions({
    queryKey: ['span-search', text],
    queryFn: async ({ signal }) =>
      (await call(searchSpans, { query: { text, limit: HITS }, signal })).data,
    staleTime: 10_000,
  });
}

/** The screen of a span that was found. */
export function pathOfHit({ project, trace_id, span_id }: SpanSearchHit): string {
  return tracePath(projectKey(project), trace_id, span_id);
}
