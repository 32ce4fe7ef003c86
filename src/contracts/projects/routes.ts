import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import {
  ChangeProjectBody,
  ClearProjectBody,
  ClearProjectReply,
  CreateProjectBody,
  ProjectListParams,
  ProjectPage,
  ProjectReply,
  ProjectSummaryPage,
  ProjectSummaryParams,
  UpdateProjectBody,
} from './project.ts';

function listing(id: string, path: string, summary: string) {
  return declare({
    method: 'GET',
    path,
    id,
    access: { scopes: ['projects:read'] },
    tag: 'projects',
    summary,
    description: 'Newest first.',
    query: ProjectListParams,
    ok: { status: 200, description: 'A page of projects.', schema: ProjectPage },
    errors: [],
  });
}
export const listProjects = listing('listProjects', '/v1/projects', 'List projects');
export const listProjectsAlias = listing(
  'listProjectsAlias',
  '/api/v1/projects',
  'List projects, other path',
);

export const getProject = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}',
  id: 'getProject',
  access: { scopes: ['projects:read'] },
  tag: 'projects',
  summary: 'Read a project',
  description: 'By Global ID or name.',
  params: ProjectParams,
  ok: { status: 200, description: 'The project.', schema: ProjectReply },
  errors: ['not_found'],
});

export const listProjectSummaries = declare({
  method: 'GET',
  path: '/v1/project_summaries',
  id: 'listProjectSummaries',
  access: { scopes: ['projects:read'] },
  tag: 'projects',
  summary: 'Figures of projects',
  description:
    'Counts, errors, latency, tokens and cost of each project in a time window, newest project first, from roll-ups: never a scan of spans.',
  query: ProjectSummaryParams,
  ok: { status: 200, description: 'A page of summaries.', schema: ProjectSummaryPage },
  errors: [],
});

export const createProject = declare({
  method: 'POST',
  path: '/v1/projects',
  id: 'createProject',
  access: { scopes: ['projects:write'], workspace: true },
  audit: 'project.create',
  tag: 'projects',
  summary: 'Create a project',
  description: 'Projects are also created when a span names them.',
  body: CreateProjectBody,
  bodyExample: { name: 'support-assistant', description: 'Answers customers' },
  ok: { status: 200, description: 'The project.', schema: ProjectReply },
  errors: ['conflict', 'storage_full'],
});

export const updateProject = declare({
  method: 'PUT',
  path: '/v1/projects/{project_identifier}',
  id: 'updateProject',
  access: { scopes: ['projects:write'], role: 'ADMIN' },
  audit: 'project.update',
  tag: 'projects',
  summary: 'Describe a project',
  description: 'Changes the description; the name stays.',
  params: ProjectParams,
  body: UpdateProjectBody,
  bodyExample: { description: 'Answers customers' },
  ok: { status: 200, description: 'The project.', schema: ProjectReply },
  errors: ['not_found'],
});

export const changeProject = declare({
  method: 'PATCH',
  path: '/v1/projects/{project_identifier}',
  id: 'changeProject',
  access: { scopes: ['projects:write'], role: 'ADMIN' },
  audit: 'project.update',
  tag: 'projects',
  summary: 'Rename or describe a project',
  description:
    'Absent fields stay unchanged. Spans that still use the old name create a new project of that name; those of an experiment still go to its project. The project `default` can’t be renamed.',
  params: ProjectParams,
  body: ChangeProjectBody,
  bodyExample: { name: 'support-assistant' },
  ok: { status: 200, description: 'The project.', schema: ProjectReply },
  errors: ['not_found', 'conflict'],
});

export const deleteProject = declare({
  method: 'DELETE',
  path: '/v1/projects/{project_identifier}',
  id: 'deleteProject',
  access: { scopes: ['projects:write'], role: 'ADMIN' },
  audit: 'project.delete',
  tag: 'projects',
  summary: 'Delete a project',
  description:
    'With its traces and sessions, permanently. The project `default` cannot be deleted.',
  params: ProjectParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const clearProject = declare({
  method: 'POST',
  path: '/v1/projects/{project_identifier}/clear',
  id: 'clearProject',
  access: { scopes: ['traces:write'] },
  audit: 'project.clear',
  tag: 'projects',
  summary: 'Clear old traces',
  description:
    'Deletes the traces that started before a time, with their spans, permanently; with `dry_run` it only counts them.',
  params: ProjectParams,
  body: ClearProjectBody,
  bodyExample: { before: '2026-11-01T00:00:00+00:00' },
  ok: { status: 200, description: 'How many were deleted.', schema: ClearProjectReply },
  errors: ['not_found'],
});
