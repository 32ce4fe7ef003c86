import { AppError } from '#contracts/wire/errors.ts';
import type { MetaDb } from './meta-db.ts';

/** The policy of every project without its own. It can be changed, but not renamed or deleted. */
export const DEFAULT_POLICY_ID = 0;

/** A project's limits; null means no limit. All limits of a policy apply. */
export interface RetentionLimits {
  readonly maxDays: number | null;
  readonly maxTraces: number | null;
  readonly maxBytes: number | null;
}

export interface RetentionPolicy extends RetentionLimits {
  readonly id: number;
  readonly name: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

interface PolicyRow {
  readonly id: number;
  readonly name: string;
  readonly max_days: number | null;
  readonly max_traces: number | null;
  readonly max_bytes: number | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** Policies by number, up to `limit`, from `fromId` on. */
export async function listPolicies(
  db: MetaDb,
  options: { readonly limit: number; readonly fromId?: number },
): Promise<readonly RetentionPolicy[]> {
  const rows = await db
    .selectFrom('retention_policies')
    .selectAll()
    .where('id', '>=', options.fromId ?? 0)
    .orderBy('id')
    .limit(options.limit)
    .execute();
  return rows.map(policyOfRow);
}

export async function findPolicy(db: MetaDb, id: number): Promise<RetentionPolicy | null> {
  const row = await db
    .selectFrom('retention_policies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : policyOfRow(row);
}

/** Rejects with `conflict` when the name is taken. */
export async function createPolicy(
  db: MetaDb,
  policy: { readonly name: string } & RetentionLimits,
  nowMs: number,
): Promise<RetentionPolicy> {
  const row = await db
    .insertInto('retention_policies')
    .values({
      name: policy.name,
      ...limitColumns(policy),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return policyOfRow(row);
}

/**
 * Changes what is given; null when there is no such policy. Rejects with `conflict` when the name
 * is taken.
 */
export async function updatePolicy(
  db: MetaDb,
  id: number,
  changes: { readonly name?: string } & Partial<RetentionLimits>,
  nowMs: number,
): Promise<RetentionPolicy | null> {
  if (id === DEFAULT_POLICY_ID && changes.name !== undefined && changes.name !== 'Default') {
    throw new AppError('forbidden', 'The default retention policy cannot be renamed.');
  }
  const row = await db
    .updateTable('retention_policies')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...limitColumns(changes),
      updated_at_ms: nowMs,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : policyOfRow(row);
}

/** Its projects fall back to the default policy. False when there is no such policy. */
export async function deletePolicy(db: MetaDb, id: number): Promise<boolean> {
  if (id === DEFAULT_POLICY_ID)
    throw new AppError(
      'forbidden',
      'The default retention policy cannot be deleted; change its limits instead.',
    );
  const result = await db.deleteFrom('retention_policies').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Assigns a policy to a project; null or the default policy's number removes the assignment.
 * Rejects with `not_found` for an unknown policy.
 */
export async function setProjectPolicy(
  db: MetaDb,
  projectId: number,
  policyId: number | null,
): Promise<void> {
  if (policyId === null || policyId === DEFAULT_POLICY_ID) {
    await db.deleteFrom('project_retention').where('project_id', '=', projectId).execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    if ((await findPolicy(transaction, policyId)) === null)
      throw new AppError('not_found', `Retention policy ${policyId} not found.`);
    await transaction
      .insertInto('project_retention')
      .values({ project_id: projectId, policy_id: policyId })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ policy_id: policyId }))
      .execute();
  });
}

/** The policy of each project, by project id; the default one for a project without its own. */
export async function policyOf(
  db: MetaDb,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, RetentionPolicy>> {
  const fallback = await findPolicy(db, DEFAULT_POLICY_ID);
  const policies = new Map<number, RetentionPolicy>();
  if (fallback !== null) for (const projectId of projectIds) policies.set(projectId, fallback);
  if (projectIds.length === 0) return policies;
  const rows = await db
    .selectFrom('project_retention')
    .innerJoin('retention_policies', 'retention_policies.id', 'project_retention.policy_id')
    .selectAll('retention_policies')
    .select('project_retention.project_id')
    .where('project_retention.project_id', 'in', projectIds)
    .execute();
  for (const row of rows) policies.set(row.project_id, policyOfRow(row));
  return policies;
}

/** The projects that have a policy of their own, for instance to show who uses it. */
export async function projectsOfPolicy(
  db: MetaDb,
  policyId: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('project_retention')
    .select('project_id')
    .where('policy_id', '=', policyId)
    .orderBy('project_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.project_id);
}

function limitColumns(limits: Partial<RetentionLimits>): {
  max_days?: number | null;
  max_traces?: number | null;
  max_bytes?: number | null;
} {
  return {
    ...(limits.maxDays === undefined ? {} : { max_days: limits.maxDays }),
    ...(limits.maxTraces === undefined ? {} : { max_traces: limits.maxTraces }),
    ...(limits.maxBytes === undefined ? {} : { max_bytes: limits.maxBytes }),
  };
}

function policyOfRow(row: PolicyRow): RetentionPolicy {
  return {
    id: row.id,
    name: row.name,
    maxDays: row.max_days,
    maxTraces: row.max_traces,
    maxBytes: row.max_bytes,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
