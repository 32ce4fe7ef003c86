import { queryOptions } from '@tanstack/react-query';
import { listProjectSummaries } from '#contracts/projects/routes.ts';
import { listTraceRows } from '#contracts/traces/routes.ts';
import { call } from '#web/platform/http/client.ts';

/**
 * The newest trace of the project that was written to last; null while nothing was ever received.
 * Asked again until there is one.
 */
export function newestTraceOptions(hurry: boolean) {
  return queryOptions({
    queryKey: ['newest-trace', hurry],
    queryFn: async ({ signal }) => {
      const projects = await call(listProjectSummaries, {
        query: { buckets: 1, limit: 50 },
        signal,
      });
      const used = projects.data.filter((one) => one.last_span_time !== null);
      const latest = used.toSorted(
        (a, b) => Date.parse(b.last_span_time ?? '') - Date.parse(a.last_span_time ?? ''),
      )[0];
      if (latest === undefined) return null;
      const rows = await call(listTraceRows, {
        params: { project_identifier: latest.project.id },
        query: { limit: 1 },
        signal,
      });
      const row = rows.data[0];
      return row === undefined ? null : { project: latest.project, traceId: row.trace_id };
    },
    refetchInterval: (query) =>
      query.state.data === null || query.state.data === undefined ? (hurry ? 300 : 2000) : false,
    staleTime: 0,
  });
}
