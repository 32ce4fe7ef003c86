import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  changeProject as changeProjectRoute,
  clearProject as clearProjectRoute,
  createProject as createProjectRoute,
  deleteProject as deleteProjectRoute,
  getProject,
  listProjectSummaries,
  listProjects,
} from '#contracts/projects/routes.ts';
import { requestedWindow } from '#web/platform/time/requested-window.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';

/** The start and end of a range as the API takes them, at the moment of asking. */
export function windowParams(range: RangeText): { start_time?: string; end_time?: string } {
  const window = requestedWindow(range, Date.now());
  if (window === null) return {};
  return {
    start_time: new Date(window.startMs).toISOString(),
    end_time: new Date(window.endMs).toISOString(),
  };
}

export const SPARKLINE_BUCKETS = 40;
/** More are not listed. */
export const PROJECTS_MAX = 2000;

/** Every project with its figures over a range. */
export function projectSummariesOptions(range: RangeText) {
  return queryOptions({
    queryKey: ['project-summaries', range],
    queryFn: ({ signal }): Promise<readonly ProjectSummary[]> =>
      everyPage(PROJECTS_MAX, (cursor) => {
        const query = { ...windowParams(range), buckets: SPARKLINE_BUCKETS, limit: 200, ...cursor };
        return call(listProjectSummaries, { query, signal });
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
}

/** Every project without its figures: little to read, and there when the figures are not. */
export function projectsOptions() {
  return queryOptions({
    queryKey: ['project-summaries', 'names'],
    queryFn: ({ signal }): Promise<readonly ProjectSummary['project'][]> =>
      everyPage(PROJECTS_MAX, (cursor) =>
        call(listProjects, { query: { limit: 200, ...cursor }, signal }),
      ),
  });
}

/** One project, by its Global ID or its name. */
export function projectOptions(project: string) {
  return queryOptions({
    queryKey: ['project', project],
    queryFn: async ({ signal }) => {
      return (await call(getProject, { params: { project_identifier: project }, signal })).data;
    },
    staleTime: 30_000,
    retry: false,
  });
}

export async function createProject(
  name: string,
  description: string | null,
): Promise<ProjectSummary['project']> {
  return (await call(createProjectRoute, { body: { name, description } })).data;
}

export async function deleteProject(id: string): Promise<void> {
  await call(deleteProjectRoute, { params: { project_identifier: id } });
}

/** Renames or describes; what is absent stays. */
export async function changeProject(
  id: string,
  changes: { readonly name?: string; readonly description?: string | null },
): Promise<void> {
  await call(changeProjectRoute, { params: { project_identifier: id }, body: changes });
}

/** How many traces `clearProject` would delete. */
export function clearCountOptions(id: string, before: string) {
  return queryOptions({
    queryKey: ['clear-count', id, before],
    queryFn: async ({ signal }) => {
      const sent = { params: { project_identifier: id }, body: { before, dry_run: true }, signal };
      return (await call(clearProjectRoute, sent)).data.deleted_trace_count;
    },
  });
}

/** Deletes the traces that started before an instant (ISO 8601); resolves to how many. */
export async function clearProject(
  id: string,
  before: string,
  keepalive: boolean,
): Promise<number> {
  return (
    await call(clearProjectRoute, {
      params: { project_identifier: id },
      body: { before },
      keepalive,
    })
  ).data.deleted_trace_count;
}
