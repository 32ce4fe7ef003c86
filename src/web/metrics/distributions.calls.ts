import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDistributions } from '#contracts/metrics/routes.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call } from '#web/platform/http/client.ts';
import { chartParams, ofProject } from './figures.calls.ts';
import { figureParams, type FigureFilter } from '#web/lists/list-filter.ts';

/** How figures of what a list holds are distributed. */
export function distributionsOptions(project: string, range: RangeText, filter: FigureFilter, refetchInterval: number | false) {
  return queryOptions({
    queryKey: ['distributions', project, range, filter],
    queryFn: async ({ signal }) => {
      return (await call(getDistributions, { ...ofProject(project), query: { ...chartParams(range), ...figureParams(filter) }, signal }))
        .data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval,
  });
}
