import type { FastifyInstance } from 'fastify';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import {
  CreateRetentionPolicyBody,
  ProjectRetentionReply,
  RetentionPolicyListParams,
  RetentionPolicyPage,
  RetentionPolicyParams,
  RetentionPolicyReply,
  RetentionPreviewParams,
  RetentionPreviewReply,
  SetProjectRetentionBody,
  UpdateRetentionPolicyBody,
} from '#contracts/projects/retention-policy.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
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
import { route } from '#server/api/kit/route/route.ts';
import { previewRetention } from './retention-preview.service.ts';
import { changedLimits, limitsOf, ownPolicyId, policyNotFound, policyPage, policyReply } from './retention.service.ts';

/** The dependencies of the retention routes. */
export interface RetentionDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

const TYPE = 'ProjectTraceRetentionPolicy';
const POLICY = '/v1/retention_policies/{policy_id}';

/** How long traces are kept: policies, and which project has which. */
export function registerRetention(app: FastifyInstance, deps: RetentionDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  projectRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/retention_policies',
      id: 'listRetentionPolicies',
      access: { scopes: ['projects:read'], workspace: true },
      tag: 'retention',
      summary: 'List retention policies',
      description: 'Oldest first; the default policy comes first of all.',
      query: RetentionPolicyListParams,
      ok: { status: 200, description: 'A page of policies.', schema: RetentionPolicyPage },
      errors: [],
    },
    async ({ query }) =>
      policyPage(meta, query.limit ?? 100, query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'ProjectTraceRetentionPolicy')),
  );
  route(
    app,
    {
      method: 'GET',
      path: POLICY,
      id: 'getRetentionPolicy',
      access: { scopes: ['projects:read'], workspace: true },
      tag: 'retention',
      summary: 'Read a retention policy',
      description: 'By Global ID.',
      params: RetentionPolicyParams,
      ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const policy = await findPolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'));
      if (policy === null) throw policyNotFound(params.policy_id);
      return { data: await policyReply(meta, policy) };
    },
  );
}

function changeRoutes(app: FastifyInstance, { meta }: RetentionDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/retention_policies',
      id: 'createRetentionPolicy',
      access: { scopes: ['projects:write'], role: 'ADMIN', workspace: true },
      audit: 'retention_policy.create',
      tag: 'retention',
      summary: 'Create a retention policy',
      description: 'The policy has no effect until it is assigned to a project.',
      body: CreateRetentionPolicyBody,
      bodyExample: { name: '30 days', rule: { max_days: 30 } },
      ok: { status: 201, description: 'The policy.', schema: RetentionPolicyReply },
      errors: ['conflict'],
    },
    async ({ body }) => ({
      data: await policyReply(meta, await createPolicy(meta, { name: body.name, ...limitsOf(body.rule) }, Date.now())),
    }),
  );
  route(
    app,
    {
      method: 'PATCH',
      path: POLICY,
      id: 'updateRetentionPolicy',
      access: { scopes: ['projects:write'], role: 'ADMIN', workspace: true },
      audit: 'retention_policy.update',
      tag: 'retention',
      summary: 'Change a retention policy',
      description: 'Absent fields stay unchanged; null removes a limit. The default policy can be changed, but not renamed.',
      params: RetentionPolicyParams,
      body: UpdateRetentionPolicyBody,
      bodyExample: { rule: { max_days: 90 } },
      ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => {
      const changes = { ...(body.name === undefined ? {} : { name: body.name }), ...changedLimits(body.rule) };
      const policy = await updatePolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id'), changes, Date.now());
      if (policy === null) throw policyNotFound(params.policy_id);
      return { data: await policyReply(meta, policy) };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: POLICY,
      id: 'deleteRetentionPolicy',
      access: { scopes: ['projects:write'], role: 'ADMIN', workspace: true },
      audit: 'retention_policy.delete',
      tag: 'retention',
      summary: 'Delete a retention policy',
      description: 'Its projects fall back to the default policy, which itself cannot be deleted.',
      params: RetentionPolicyParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      if (!(await deletePolicy(meta, requireGlobalId(params.policy_id, TYPE, 'policy_id')))) throw policyNotFound(params.policy_id);
    },
  );
}

const OF_PROJECT = '/v1/projects/{project_identifier}/retention';

function projectRoutes(app: FastifyInstance, { meta, queries }: RetentionDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: OF_PROJECT,
      id: 'getProjectRetention',
      access: { scopes: ['projects:read'] },
      tag: 'retention',
      summary: "Read a project's retention policy",
      description: 'The policy that applies to the project: its own, else the default one.',
      params: ProjectParams,
      ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
      errors: ['not_found'],
    },
    async ({ params, caller, signal }) => {
      const number = await queries.value(getProjectNumber, { project: params.project_identifier }, signal);
      const policy = (await policyOf(meta, [number])).get(number);
      if (policy === undefined) throw policyNotFound('default');
      return { data: await policyReply(meta, policy, caller.projectIds) };
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: `${OF_PROJECT}/preview`,
      id: 'previewProjectRetention',
      access: { scopes: ['projects:read'] },
      tag: 'retention',
      summary: 'Preview what limits would delete',
      description: 'How many traces of the project the next sweep would delete if these were its limits. Deletes nothing.',
      params: ProjectParams,
      query: RetentionPreviewParams,
      ok: { status: 200, description: 'The numbers.', schema: RetentionPreviewReply },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) => ({
      data: await queries.value(
        previewRetention,
        { project: params.project_identifier, nowUnixNano: BigInt(Date.now()) * 1_000_000n, ...limitsOf(query) },
        signal,
      ),
    }),
  );
  setProjectRoute(app, { meta, queries });
}

function setProjectRoute(app: FastifyInstance, { meta, queries }: RetentionDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: OF_PROJECT,
      id: 'setProjectRetention',
      access: { scopes: ['projects:write'], role: 'ADMIN' },
      audit: 'retention_policy.assign',
      tag: 'retention',
      summary: "Set a project's retention policy",
      description: 'Null or the default policy gives the default policy.',
      params: ProjectParams,
      body: SetProjectRetentionBody,
      bodyExample: { policy_id: null },
      ok: { status: 200, description: 'The project and its policy.', schema: ProjectRetentionReply },
      errors: ['not_found', 'storage_full'],
    },
    async ({ params, body, signal }) => {
      const policy = body.policy_id === null ? DEFAULT_POLICY_ID : requireGlobalId(body.policy_id, TYPE, 'body.policy_id');
      const project = await queries.value(getProjectNumber, { project: params.project_identifier }, signal);
      if (body.policy_id !== null && (await findPolicy(meta, policy)) === null) throw policyNotFound(body.policy_id);
      await setProjectPolicy(meta, project, policy);
      return { data: { project_id: encodeGlobalId('Project', project), policy_id: ownPolicyId(policy) } };
    },
  );
}
