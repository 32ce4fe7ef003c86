import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { api, bodyOf } from '#web/platform/http/client.ts';
import { chartParams, pathOf } from './figures.calls.ts';
import { figureParams } from '#web/lists/list-filter.ts';
import type { FigureFilter } from '#web/lists/list-filter.ts';

/** How figures of what a list holds are distributed. */
export function distributionsOptions(project: string, range: RangeText, filter: FigureFilter, refetchInterval: number | false) {
  return queryOptions({
    queryKey: ['distributions', project, range, filter],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: { ...chartParams(range), ...figureParams(filter) } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/distributions', { params, signal }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval,
  });
}
