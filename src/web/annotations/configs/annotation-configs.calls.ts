import { queryOptions } from '@tanstack/react-query';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import { api, bodyOf } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

const PAGE_CONFIGS = 200;
const CONFIGS_MAX = 1000;

/** The annotation configs assigned to a project, by name. */
export function projectConfigsOptions(project: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'of', project],
    queryFn: async ({ signal }) => {
      const configs = await everyPage<AnnotationConfig>(CONFIGS_MAX, (cursor) => {
        const params = { path: { project_identifier: project }, query: { limit: PAGE_CONFIGS, ...cursor } };
        return bodyOf(api.GET('/v1/projects/{project_identifier}/annotation_configs', { params, signal }));
      });
      // The server gives the newest first: a form whose rows move when one is added is never learned by heart.
      return configs.toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: 30_000,
  });
}
