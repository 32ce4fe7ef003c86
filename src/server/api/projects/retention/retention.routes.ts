import type { FastifyInstance } from 'fastify';
import type { RetentionPolicyItem } from '#contracts/projects/retention-policy.ts';
import * as routes from '#contracts/projects/retention.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { getProjectNumber } from '#server/api/kit/projects/project-number.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  DEFAULT_POLICY_ID,
  createPolicy,
  deletePolicy,
  findPolicy,
  policyOf,
  setProjectPolicy,
  updatePolicy,
  listPolicies,
  projectsOfPolicy,
  type RetentionLimits,
  type RetentionPolicy,
} from '#server/stores/meta/retention.queries.ts';
import { previewRetention } from './retention-preview.service.ts';

/** The dependencies of the retention routes. */
export interface RetentionDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

const TYPE = 'ProjectTraceRetentionPolicy';
const PROJECTS_MAX = 1000;

/** How long traces are kept: policies, and which project has which. */
export function registerRetention(app: FastifyInstance, deps: RetentionDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  projectRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  serve(app, routes.listRetentionPolicies, async ({ query }) =>
    policyPage(
      meta,
      query.limit ?? 100,
      query.cursor === undefined
        ? null
        : decodeIdCursor(query.cursor, 'ProjectTraceRetentionPolicy'),
    ),
  );
  serve(app, routes.getRetentionPolicy, async ({ params }) => {
    const policy = await findPolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'));
    if (policy === null) throw policyNotFound(params.policy_id);
    return { data: await policyReply(meta, policy) };
  });
}

function changeRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  serve(app, routes.createRetentionPolicy, async ({ body }) => ({
    data: await policyReply(
      meta,
      await createPolicy(meta, { name: body.name, ...limitsOf(body.rule) }, Date.now()),
    ),
  }));
  serve(app, routes.updateRetentionPolicy, async ({ params, body }) => {
    const changes = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...changedLimits(body.rule),
    };
    const policy = await updatePolicy(
      meta,
      requireGlobalId(params.policy_id, TYPE, 'policy_id'),
      changes,
      Date.now(),
    );
    if (policy === null) throw policyNotFound(params.policy_id);
    return { data: await policyReply(meta, policy) };
  });
  serve(app, routes.deleteRetentionPolicy, async ({ params }) => {
    if (!(await deletePolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'))))
      throw policyNotFound(params.policy_id);
  });
}

function projectRoutes(app: FastifyInstance, { meta, queries }: RetentionDeps): void {
  serve(app, routes.getProjectRetention, async ({ params, caller, asker }) => {
    const number = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    const policy = (await policyOf(meta, [number])).get(number);
    if (policy === undefined) throw policyNotFound('default');
    return { data: await policyReply(meta, policy, caller.projectIds) };
  });
  serve(app, routes.previewProjectRetention, async ({ params, query, asker }) => ({
    data: await queries.value(previewRetention, asker, {
      project: params.project_identifier,
      nowUnixNano: BigInt(Date.now()) * 1_000_000n,
      ...limitsOf(query),
    }),
  }));
  setProjectRoute(app, { meta, queries });
}

function setProjectRoute(app: FastifyInstance, { meta, queries }: RetentionDeps): void {
  serve(app, routes.setProjectRetention, async ({ params, body, asker }) => {
    const policy =
      body.policy_id === null
        ? DEFAULT_POLICY_ID
        : requireGlobalId(body.policy_id, TYPE, 'body.policy_id');
    const project = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    if (body.policy_id !== null && (await findPolicy(meta, policy)) === null)
      throw policyNotFound(body.policy_id);
    await setProjectPolicy(meta, project, policy);
    return {
      data: { project_id: encodeGlobalId('Project', project), policy_id: ownPolicyId(policy) },
    };
  });
}

interface RuleBody {
  readonly max_days?: number | null;
  readonly max_traces?: number | null;
  readonly max_bytes?: number | null;
}

/** A page of policies by number. */
async function policyPage(db: MetaDb, limit: number, fromId: number | null) {
  const rows = await listPolicies(db, { limit: limit + 1, ...(fromId === null ? {} : { fromId }) });
  const data: RetentionPolicyItem[] = [];
  for (const row of rows.slice(0, limit)) data.push(await policyReply(db, row));
  const next = rows[limit];
  return { data, next_cursor: next === undefined ? null : policyId(next.id) };
}

/**
 * A policy with the projects that were given it, of those that the caller may see (null for all).
 */
async function policyReply(
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

function policyId(number: number): string {
  return encodeGlobalId('ProjectTraceRetentionPolicy', number);
}

/** The Global ID of a project's own policy; null for the default one. */
function ownPolicyId(number: number): string | null {
  return number === DEFAULT_POLICY_ID ? null : policyId(number);
}

/** The limits of a new policy: absent means unlimited. */
function limitsOf(rule: RuleBody): RetentionLimits {
  return {
    maxDays: rule.max_days ?? null,
    maxTraces: rule.max_traces ?? null,
    maxBytes: rule.max_bytes ?? null,
  };
}

/** The limits that a change names. */
function changedLimits(rule: RuleBody | undefined): Partial<RetentionLimits> {
  return {
    ...(rule?.max_days === undefined ? {} : { maxDays: rule.max_days }),
    ...(rule?.max_traces === undefined ? {} : { maxTraces: rule.max_traces }),
    ...(rule?.max_bytes === undefined ? {} : { maxBytes: rule.max_bytes }),
  };
}

function policyNotFound(id: string): AppError {
  return new AppError('not_found', `Retention policy '${id.slice(0, 80)}' not found`);
}
