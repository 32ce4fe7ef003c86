import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
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
} from './retention-policy.ts';

export const listRetentionPolicies = declare({
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
});

export const getRetentionPolicy = declare({
  method: 'GET',
  path: '/v1/retention_policies/{policy_id}',
  id: 'getRetentionPolicy',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'retention',
  summary: 'Read a retention policy',
  description: 'By Global ID.',
  params: RetentionPolicyParams,
  ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
  errors: ['not_found'],
});

export const createRetentionPolicy = declare({
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
});

export const updateRetentionPolicy = declare({
  method: 'PATCH',
  path: '/v1/retention_policies/{policy_id}',
  id: 'updateRetentionPolicy',
  access: { scopes: ['projects:write'], role: 'ADMIN', workspace: true },
  audit: 'retention_policy.update',
  tag: 'retention',
  summary: 'Change a retention policy',
  description:
    'Absent fields stay unchanged; null removes a limit. The default policy can be changed, but not renamed.',
  params: RetentionPolicyParams,
  body: UpdateRetentionPolicyBody,
  bodyExample: { rule: { max_days: 90 } },
  ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
  errors: ['not_found', 'conflict'],
});

export const deleteRetentionPolicy = declare({
  method: 'DELETE',
  path: '/v1/retention_policies/{policy_id}',
  id: 'deleteRetentionPolicy',
  access: { scopes: ['projects:write'], role: 'ADMIN', workspace: true },
  audit: 'retention_policy.delete',
  tag: 'retention',
  summary: 'Delete a retention policy',
  description: 'Its projects fall back to the default policy, which itself cannot be deleted.',
  params: RetentionPolicyParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const getProjectRetention = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/retention',
  id: 'getProjectRetention',
  access: { scopes: ['projects:read'] },
  tag: 'retention',
  summary: "Read a project's retention policy",
  description: 'The policy that applies to the project: its own, else the default one.',
  params: ProjectParams,
  ok: { status: 200, description: 'The policy.', schema: RetentionPolicyReply },
  errors: ['not_found'],
});

export const previewProjectRetention = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/retention/preview',
  id: 'previewProjectRetention',
  access: { scopes: ['projects:read'] },
  tag: 'retention',
  summary: 'Preview what limits would delete',
  description:
    'How many traces of the project the next sweep would delete if these were its limits. Deletes nothing.',
  params: ProjectParams,
  query: RetentionPreviewParams,
  ok: { status: 200, description: 'The numbers.', schema: RetentionPreviewReply },
  errors: ['not_found'],
});

export const setProjectRetention = declare({
  method: 'PATCH',
  path: '/v1/projects/{project_identifier}/retention',
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
});
