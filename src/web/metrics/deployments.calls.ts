import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDeployments } from '#contracts/metrics/routes.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call } from '#web/platform/http/client.ts';
import { chartParams, ofProject } from './figures.calls.ts';

const STALE_MS = 10_000;

/** Where new versions of a project's services appeared in a range. */
export function deploymentsOptions(project: string, range: RangeText, refetchInterval: number | false = false) {
  return queryOptions({
    queryKey: ['deployments', project, range],
    queryFn: async ({ signal }) => {
      return (await call(getDeployments, { ...ofProject(project), query: chartParams(range), signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval,
  });
}
