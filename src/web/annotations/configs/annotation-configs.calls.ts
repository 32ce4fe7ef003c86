import { queryOptions } from '@tanstack/react-query';
import { listProjectAnnotationConfigs } from '#contracts/annotations/annotation-config.routes.ts';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

const PAGE_CONFIGS = 200;
const CONFIGS_MAX = 1000;

/** The annotation configs assigned to a project, by name. */
export function projectConfigsOptions(project: string) {
  return queryOptions({
    queryKey: ['annotation-configs', 'of', project],
    queryFn: async ({ signal }) => {
      const configs = await everyPage<AnnotationConfig>(CONFIGS_MAX, (cursor) => {
        return call(listProjectAnnotationConfigs, {
          params: { project_identifier: project },
          query: { limit: PAGE_CONFIGS, ...cursor },
          signal,
        });
      });
      // The server gives the newest first: a form whose rows move when one is added is never
      // learned by heart.
      return configs.toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: 30_000,
  });
}
