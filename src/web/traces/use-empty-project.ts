import { useQuery } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';

/** The name of a project that has no spans; null for any other, and while that is not known. */
export function useEmptyProject(project: string): string | null {
  const { data } = useQuery({ ...projectSummariesOptions(RANGE_DEFAULT), refetchInterval: false, staleTime: 30_000 });
  const summary = data?.find((one) => one.project.id === project || projectKey(one.project) === project);
  return summary?.last_span_time === null ? summary.project.name : null;
}
