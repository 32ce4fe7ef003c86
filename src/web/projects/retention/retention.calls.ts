import { queryOptions } from '@tanstack/react-query';
import {
  createRetentionPolicy,
  deleteRetentionPolicy as deleteRetentionPolicyRoute,
  getProjectRetention,
  listRetentionPolicies,
  previewProjectRetention,
  setProjectRetention as setProjectRetentionRoute,
  updateRetentionPolicy,
} from '#contracts/projects/retention.routes.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';
import type { RetentionPolicyItem, RetentionRule } from '#contracts/projects/retention-policy.ts';

/** More are not listed. */
export const POLICIES_MAX = 1000;

/** Every retention policy, the default one first. */
export const retentionPoliciesOptions = queryOptions({
  queryKey: ['retention-policies'],
  queryFn: ({ signal }): Promise<readonly RetentionPolicyItem[]> =>
    everyPage(POLICIES_MAX, (cursor) =>
      call(listRetentionPolicies, { query: { limit: 100, ...cursor }, signal }),
    ),
});

/** The policy that applies to a project: its own, else the default one. */
export function projectRetentionOptions(project: string) {
  return queryOptions({
    queryKey: ['project-retention', project],
    queryFn: async ({ signal }) =>
      (await call(getProjectRetention, { params: { project_identifier: project }, signal })).data,
  });
}

/** The rows the next sweep would delete from a project under a rule. */
export function retentionPreviewOptions(project: string, rule: RetentionRule) {
  const query = Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value !== null && value !== undefined),
  );
  return queryOptions({
    queryKey: ['retention-preview', project, query],
    queryFn: async ({ signal }) => {
      return (
        await call(previewProjectRetention, {
          params: { project_identifier: project },
          query,
          signal,
        })
      ).data;
    },
  });
}

export async function setProjectRetention(project: string, policyId: string | null): Promise<void> {
  await call(setProjectRetentionRoute, {
    params: { project_identifier: project },
    body: { policy_id: policyId },
  });
}

/** Makes a policy, or changes the one given. */
export async function saveRetentionPolicy(
  id: string | null,
  name: string,
  rule: RetentionRule,
): Promise<RetentionPolicyItem> {
  if (id === null) return (await call(createRetentionPolicy, { body: { name, rule } })).data;
  return (await call(updateRetentionPolicy, { params: { policy_id: id }, body: { name, rule } }))
    .data;
}

export async function deleteRetentionPolicy(id: string, keepalive: boolean): Promise<void> {
  await call(deleteRetentionPolicyRoute, { params: { policy_id: id }, keepalive });
}
