import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { FigureGroups } from '#contracts/metrics/figures.ts';
import { getGroups } from '#contracts/metrics/routes.ts';
import { groupingParams, type Grouping } from '#web/lists/grouping.ts';
import { figureParams, type FigureFilter } from '#web/lists/list-filter.ts';
import { call, callForLines } from '#web/platform/http/client.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { STALE_MS, chartParams, ofProject } from './figures.calls.ts';
import { coverageOf, dataOf, thorough, useWhole } from './whole-figures.calls.ts';

/** The parameters of groups. */
function groupsParams(project: string, range: RangeText, filter: FigureFilter, by: Grouping) {
  return {
    ...ofProject(project),
    query: { ...chartParams(range), ...figureParams(filter), ...groupingParams(by) },
  };
}

/** Count, errors, latency, tokens and cost by what the newest that match share. */
function groupsOptions(project: string, range: RangeText, filter: FigureFilter, by: Grouping) {
  return queryOptions({
    queryKey: ['groups', project, range, filter, by],
    queryFn: async ({ signal }) => {
      return (await call(getGroups, { ...groupsParams(project, range, filter, by), signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** The groups of all that match. */
export function useWholeGroups(
  project: string,
  range: RangeText,
  filter: FigureFilter,
  by: Grouping,
) {
  return useWhole<{ data: FigureGroups }, FigureGroups>(
    useQuery(groupsOptions(project, range, filter, by)),
    {
      key: ['whole-groups', project, range, filter, by],
      ask: (signal) =>
        callForLines(getGroups, thorough(groupsParams(project, range, filter, by), signal)),
      data: dataOf,
      reach: coverageOf,
    },
  );
}
