import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { RetentionPolicyItem } from '#contracts/projects/retention-policy.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  DEFAULT_POLICY_ID,
  listPolicies,
  projectsOfPolicy,
  type RetentionLimits,
  type RetentionPolicy,
} from '#server/stores/meta/retention.queries.ts';

const PROJECTS_MAX = 1000;

interface RuleBody {
  readonly max_days?: number | null;
  readonly max_traces?: number | null;
  readonly max_bytes?: number | null;
}

/** A page of policies by number. */
export async function policyPage(db: MetaDb, limit: number, fromId: number | null) {
  const rows = await listPolicies(db, { limit: limit + 1, ...(fromId === null ? {} : { fromId }) });
  const data: RetentionPolicyItem[] = [];
  for (const row of rows.slice(0, limit)) data.push(await policyReply(db, row));
  const next = rows[limit];
  return { data, next_cursor: next === undefined ? null : policyId(next.id) };
}

/** A policy with the projects that were given it, of those that the caller may see (null for all). */
export async function policyReply(
  db: MetaDb,
  policy: RetentionPolicy,
  visible: readonly number[] | null = null,
): Promise<RetentionPolicyItem> {
  const given = await projectsOfPolicy(db, policy.id, PROJECTS_MAX);
  const projects = visible === null ? given : given.filter((id) => visible.includes(id));
  return {
    id: policyId(policy.id),
    name: policy.name,
    rule: { max_days: policy.maxDays, max_traces: policy.maxTraces, max_bytes: policy.maxBytes },
    project_ids: projects.map((id) => encodeGlobalId('Project', id)),
  };
}

export function policyId(number: number): string {
  return encodeGlobalId('ProjectTraceRetentionPolicy', number);
}

/** The Global ID of a project's own policy; null for the default one. */
export function ownPolicyId(number: number): string | null {
  return number === DEFAULT_POLICY_ID ? null : policyId(number);
}

/** The limits of a new policy: absent means unlimited. */
export function limitsOf(rule: RuleBody): RetentionLimits {
  return { maxDays: rule.max_days ?? null, maxTraces: rule.max_traces ?? null, maxBytes: rule.max_bytes ?? null };
}

/** The limits that a change names. */
export function changedLimits(rule: RuleBody | undefined): Partial<RetentionLimits> {
  return {
    ...(rule?.max_days === undefined ? {} : { maxDays: rule.max_days }),
    ...(rule?.max_traces === undefined ? {} : { maxTraces: rule.max_traces }),
    ...(rule?.max_bytes === undefined ? {} : { maxBytes: rule.max_bytes }),
  };
}

export function policyNotFound(id: string): AppError {
  return new AppError('not_found', `Retention policy '${id.slice(0, 80)}' not found`);
}
