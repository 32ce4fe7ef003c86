import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/projects/retention.routes.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  DEFAULT_POLICY_ID,
  createPolicy,
  deletePolicy,
  findPolicy,
  policyOf,
  setProjectPolicy,
  updatePolicy,
} from '#server/stores/meta/retention.queries.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { getProjectNumber } from '#server/api/kit/projects/project-number.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { previewRetention } from './retention-preview.service.ts';
import { changedLimits, limitsOf, ownPolicyId, policyNotFound, policyPage, policyReply } from './retention.service.ts';

/** The dependencies of the retention routes. */
export interface RetentionDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

const TYPE = 'ProjectTraceRetentionPolicy';

/** How long traces are kept: policies, and which project has which. */
export function registerRetention(app: FastifyInstance, deps: RetentionDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  projectRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  serve(app, routes.listRetentionPolicies, async ({ query }) =>
    policyPage(meta, query.limit ?? 100, query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'ProjectTraceRetentionPolicy')),
  );
  serve(app, routes.getRetentionPolicy, async ({ params }) => {
    const policy = await findPolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'));
    if (policy === null) throw policyNotFound(params.policy_id);
    return { data: await policyReply(meta, policy) };
  });
}

function changeRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  serve(app, routes.createRetentionPolicy, async ({ body }) => ({
    data: await policyReply(meta, await createPolicy(meta, { name: body.name, ...limitsOf(body.rule) }, Date.now())),
  }));
  serve(app, routes.updateRetentionPolicy, async ({ params, body }) => {
    const changes = { ...(body.name === undefined ? {} : { name: body.name }), ...changedLimits(body.rule) };
    const policy = await updatePolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'), changes, Date.now());
    if (policy === null) throw policyNotFound(params.policy_id);
    return { data: await policyReply(meta, policy) };
  });
  serve(app, routes.deleteRetentionPolicy, async ({ params }) => {
    if (!(await deletePolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id')))) throw policyNotFound(params.policy_id);
  });
}

function projectRoutes(app: FastifyInstance, { meta, queries }: RetentionDeps): void {
  serve(app, routes.getProjectRetention, async ({ params, caller, asker }) => {
    const number = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
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
    const policy = body.policy_id === null ? DEFAULT_POLICY_ID : requireGlobalId(body.policy_id, TYPE, 'body.policy_id');
    const project = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
    if (body.policy_id !== null && (await findPolicy(meta, policy)) === null) throw policyNotFound(body.policy_id);
    await setProjectPolicy(meta, project, policy);
    return { data: { project_id: encodeGlobalId('Project', project), policy_id: ownPolicyId(policy) } };
  });
}
