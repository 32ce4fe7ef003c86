import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';

/** The attribute keys that a project's newest spans have, or the roots of its newest traces; most frequent first. */
export function attributeKeysOptions(project: string, of: 'traces' | 'spans') {
  return queryOptions({
    queryKey: ['column-keys', project, of],
    queryFn: async ({ signal }) => {
      const params = { path: { project_identifier: project }, query: { of } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/attribute_keys', { params, signal }))).data.keys.map(
        ({ key }) => key,
      );
    },
    staleTime: 60_000,
  });
}
