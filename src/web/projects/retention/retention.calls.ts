import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, done } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';
import type { RetentionPolicy, RetentionRule } from '#web/platform/http/model.ts';

/** More are not listed. */
export const POLICIES_MAX = 1000;

/** Every retention policy, the default one first. */
export const retentionPoliciesOptions = queryOptions({
  queryKey: ['retention-policies'],
  queryFn: ({ signal }): Promise<readonly RetentionPolicy[]> =>
    everyPage(POLICIES_MAX, (cursor) =>
      bodyOf(api.GET('/v1/retention_policies', { params: { query: { limit: 100, ...cursor } }, signal })),
    ),
});

/** The policy that applies to a project: its own, else the default one. */
export function projectRetentionOptions(project: string) {
  return queryOptions({
    queryKey: ['project-retention', project],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET('/v1/projects/{project_identifier}/retention', { params: { path: { project_identifier: project } }, signal })))
        .data,
  });
}

/** The rows the next sweep would delete from a project under a rule. */
export function retentionPreviewOptions(project: string, rule: RetentionRule) {
  const query = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null && value !== undefined));
  return queryOptions({
    queryKey: ['retention-preview', project, query],
    queryFn: async ({ signal }) => {
      const params = { path: { project_identifier: project }, query };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/retention/preview', { params, signal }))).data;
    },
  });
}

export async function setProjectRetention(project: string, policyId: string | null): Promise<void> {
  const params = { path: { project_identifier: project } };
  await bodyOf(api.PATCH('/v1/projects/{project_identifier}/retention', { params, body: { policy_id: policyId } }));
}

/** Makes a policy, or changes the one given. */
export async function saveRetentionPolicy(id: string | null, name: string, rule: RetentionRule): Promise<RetentionPolicy> {
  if (id === null) return (await bodyOf(api.POST('/v1/retention_policies', { body: { name, rule } }))).data;
  const params = { path: { policy_id: id } };
  return (await bodyOf(api.PATCH('/v1/retention_policies/{policy_id}', { params, body: { name, rule } }))).data;
}

export async function deleteRetentionPolicy(id: string, keepalive: boolean): Promise<void> {
  await done(api.DELETE('/v1/retention_policies/{policy_id}', { params: { path: { policy_id: id } }, keepalive }));
}
