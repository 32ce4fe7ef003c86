import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '#web/platform/http/client.ts';
import { pathOf } from '#web/metrics/figures.calls.ts';

/** Users and sessions of a project whose ids start with a text. */
export function idCompletionsOptions(project: string, text: string) {
  return queryOptions({
    queryKey: ['id-completions', project, text],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(project), query: { text, limit: 8 } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/id_completions', { params, signal }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
