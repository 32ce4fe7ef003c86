import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { completeIds } from '#contracts/metrics/routes.ts';
import { call } from '#web/platform/http/client.ts';
import { ofProject } from '#web/metrics/figures.calls.ts';

/** Users and sessions of a project whose ids start with a text. */
export function idCompletionsOptions(project: string, text: string) {
  return queryOptions({
    queryKey: ['id-completions', project, text],
    queryFn: async ({ signal }) => {
      return (await call(completeIds, { ...ofProject(project), query: { text, limit: 8 }, signal }))
        .data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
