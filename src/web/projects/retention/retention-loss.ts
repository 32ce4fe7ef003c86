import type { QueryClient } from '@tanstack/react-query';
import type { RetentionPolicy, RetentionRule } from '#web/platform/http/model.ts';
import { projectsOptions } from '#web/projects/projects.calls.ts';
import { retentionPoliciesOptions, retentionPreviewOptions } from './retention.calls.ts';

/** The maximum number of projects for which a rule's deletions are counted: each needs its own request. */
const COUNTED_MAX = 20;

/** The rows the next sweep would delete under a rule. */
export interface RetentionLoss {
  readonly traces: number;
  readonly of: number;
  readonly projects: number;
  /** Some of it was computed, not counted. */
  readonly estimated: boolean;
  /** Projects that have the policy and were not counted. */
  readonly notCounted: number;
}

/**
 * The rows a changed policy would delete in all projects that have it: the assigned ones, or for the default policy all without another.
 */
export async function retentionLoss(client: QueryClient, policy: RetentionPolicy, rule: RetentionRule): Promise<RetentionLoss> {
  const projects = await projectsWith(client, policy);
  const previews = await Promise.all(
    projects.slice(0, COUNTED_MAX).map((project) => client.fetchQuery({ ...retentionPreviewOptions(project, rule), staleTime: 0 })),
  );
  const losing = previews.filter((one) => one.deleted_trace_count > 0);
  return {
    traces: losing.reduce((sum, one) => sum + one.deleted_trace_count, 0),
    of: losing.reduce((sum, one) => sum + one.trace_count, 0),
    projects: losing.length,
    estimated: losing.some((one) => one.estimated),
    notCounted: projects.length - previews.length,
  };
}

/** Global IDs. */
async function projectsWith(client: QueryClient, policy: RetentionPolicy): Promise<readonly string[]> {
  const policies = await client.fetchQuery(retentionPoliciesOptions);
  const isDefault = policies[0]?.id === policy.id;
  if (!isDefault) return policy.project_ids;
  const others = new Set(policies.slice(1).flatMap((one) => one.project_ids));
  const projects = await client.fetchQuery(projectsOptions());
  return projects.map(({ id }) => id).filter((id) => !others.has(id));
}
