import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { AnnotationConfig, AnnotationConfigBody } from '#contracts/annotations/annotation-config.ts';
import { api, bodyOf, done } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

const PAGE_CONFIGS = 200;
/** More are not listed. */
export const CONFIGS_MAX = 1000;

/** Every annotation config, newest first. */
export const configsOptions = queryOptions({
  queryKey: ['annotation-configs', 'all'],
  queryFn: ({ signal }): Promise<readonly AnnotationConfig[]> =>
    everyPage(CONFIGS_MAX, (cursor) =>
      bodyOf(api.GET('/v1/annotation_configs', { params: { query: { limit: PAGE_CONFIGS, ...cursor } }, signal })),
    ),
  staleTime: 5000,
});

/** Global IDs of the projects that have a config. */
export function configProjectsOptions(id: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'projects', id],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const params = { path: { config_identifier: id } };
      return (await bodyOf(api.GET('/v1/annotation_configs/{config_identifier}/projects', { params, signal }))).data.project_ids;
    },
    staleTime: 5000,
  });
}

/** Global IDs of the configs that a project has. */
export function configIdsOfProjectOptions(project: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'ids-of', project],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const params = { path: { project_identifier: project }, query: { limit: CONFIGS_MAX } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/annotation_configs', { params, signal }))).data.map(({ id }) => id);
    },
    staleTime: 5000,
  });
}

/** Invalidates everything that shows configs; a deleted config (`gone`) is not fetched again. */
export async function configsChanged(client: QueryClient, gone?: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'annotation-configs' && (gone === undefined || queryKey[2] !== gone),
  });
}

/** Makes a config, or with an id replaces one; rejects with an ApiError in the server's words. */
export async function saveConfig(id: string | null, body: AnnotationConfigBody): Promise<AnnotationConfig> {
  if (id === null) return (await bodyOf(api.POST('/v1/annotation_configs', { body }))).data;
  const params = { path: { config_identifier: id } };
  return (await bodyOf(api.PUT('/v1/annotation_configs/{config_identifier}', { params, body }))).data;
}

/** Deletes a config; every project loses it, annotations of its name stay. */
export async function deleteConfig(id: string): Promise<void> {
  await bodyOf(api.DELETE('/v1/annotation_configs/{config_identifier}', { params: { path: { config_identifier: id } } }));
}

/** Gives a project a config, or takes it away. */
export async function assignConfig(project: string, config: string, has: boolean): Promise<void> {
  const params = { path: { project_identifier: project, config_identifier: config } };
  if (has) await bodyOf(api.PUT('/v1/projects/{project_identifier}/annotation_configs/{config_identifier}', { params }));
  else await done(api.DELETE('/v1/projects/{project_identifier}/annotation_configs/{config_identifier}', { params }));
}

/** Gives a project exactly these configs. */
export async function setProjectConfigs(project: string, configs: readonly string[]): Promise<void> {
  const params = { path: { project_identifier: project } };
  await bodyOf(api.PUT('/v1/projects/{project_identifier}/annotation_configs', { params, body: { annotation_config_ids: [...configs] } }));
}
