import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { api, bodyOf } from '#web/platform/http/client.ts';
import { chartParams, pathOf } from './figures.calls.ts';

const STALE_MS = 10_000;

/** Where new versions of a project's services appeared in a range. */
export function deploymentsOptions(project: string, range: RangeText, refetchInterval: number | false = false) {
  return queryOptions({
    queryKey: ['deployments', project, range],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: chartParams(range) };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/deployments', { params, signal }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval,
  });
}
