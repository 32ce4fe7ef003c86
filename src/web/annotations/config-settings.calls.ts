import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  assignAnnotationConfigToProject,
  createAnnotationConfig,
  deleteAnnotationConfig,
  listAnnotationConfigs,
  listProjectAnnotationConfigs,
  listProjectsOfAnnotationConfig,
  replaceAnnotationConfig,
  setProjectAnnotationConfigs,
  unassignAnnotationConfigFromProject,
} from '#contracts/annotations/annotation-config.routes.ts';
import type {
  AnnotationConfig,
  AnnotationConfigBody,
} from '#contracts/annotations/annotation-config.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

const PAGE_CONFIGS = 200;
/** More are not listed. */
export const CONFIGS_MAX = 1000;

/** Every annotation config, newest first. */
export const configsOptions = queryOptions({
  queryKey: ['annotation-configs', 'all'],
  queryFn: ({ signal }): Promise<readonly AnnotationConfig[]> =>
    everyPage(CONFIGS_MAX, (cursor) =>
      call(listAnnotationConfigs, { query: { limit: PAGE_CONFIGS, ...cursor }, signal }),
    ),
  staleTime: 5000,
});

/** Global IDs of the projects that have a config. */
export function configProjectsOptions(id: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'projects', id],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      return (
        await call(listProjectsOfAnnotationConfig, { params: { config_identifier: id }, signal })
      ).data.project_ids;
    },
    staleTime: 5000,
  });
}

/** Global IDs of the configs that a project has. */
export function configIdsOfProjectOptions(project: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'ids-of', project],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      return (
        await call(listProjectAnnotationConfigs, {
          params: { project_identifier: project },
          query: { limit: CONFIGS_MAX },
          signal,
        })
      ).data.map(({ id }) => id);
    },
    staleTime: 5000,
  });
}

/** Invalidates everything that shows configs; a deleted config (`gone`) is not fetched again. */
export async function configsChanged(client: QueryClient, gone?: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === 'annotation-configs' && (gone === undefined || queryKey[2] !== gone),
  });
}

/** Makes a config, or with an id replaces one; rejects with an ApiError in the server's words. */
export async function saveConfig(
  id: string | null,
  body: AnnotationConfigBody,
): Promise<AnnotationConfig> {
  if (id === null) return (await call(createAnnotationConfig, { body })).data;
  return (await call(replaceAnnotationConfig, { params: { config_identifier: id }, body })).data;
}

/** Deletes a config; every project loses it, annotations of its name stay. */
export async function deleteConfig(id: string): Promise<void> {
  await call(deleteAnnotationConfig, { params: { config_identifier: id } });
}

/** Gives a project a config, or takes it away. */
export async function assignConfig(project: string, config: string, has: boolean): Promise<void> {
  const params = { project_identifier: project, config_identifier: config };
  if (has) await call(assignAnnotationConfigToProject, { params });
  else await call(unassignAnnotationConfigFromProject, { params });
}

/** Gives a project exactly these configs. */
export async function setProjectConfigs(
  project: string,
  configs: readonly string[],
): Promise<void> {
  await call(setProjectAnnotationConfigs, {
    params: { project_identifier: project },
    body: { annotation_config_ids: [...configs] },
  });
}
