import type { FastifyInstance } from 'fastify';
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
} from '#contracts/projects/project.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { chartWindow, timeOf } from '../kit/request/time-window.ts';
import {
  changeProject,
  clearProject,
  countDoomed,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  summarizeProjects,
  updateProject,
} from './projects.service.ts';

/** Before any trace can have started: what "before a date" means as a window. */
const BEGINNING = -(2n ** 62n);
const PATH = '/v1/projects/{project_identifier}';

function listInput(query: {
  readonly limit?: number;
  readonly cursor?: string;
  readonly name_contains?: string;
  readonly include_experiment_projects?: boolean;
}) {
  return {
    limit: query.limit ?? 100,
    withExperiments: query.include_experiment_projects ?? false,
    ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
    ...(query.name_contains === undefined ? {} : { nameContains: query.name_contains }),
  };
}

/** Projects: list, create, read, describe, delete, clear, and their figures. */
export function registerProjects(app: FastifyInstance, deps: Pick<ApiDeps, 'queries' | 'commands'>): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  changeRoute(app, deps);
  removeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  for (const alias of [false, true]) {
    route(
      app,
      {
        method: 'GET',
        path: alias ? '/api/v1/projects' : '/v1/projects',
        id: alias ? 'listProjectsAlias' : 'listProjects',
        access: { scopes: ['projects:read'] },
        tag: 'projects',
        summary: alias ? 'List projects, other path' : 'List projects',
        description: 'Newest first.',
        query: ProjectListParams,
        ok: { status: 200, description: 'A page of projects.', schema: ProjectPage },
        errors: [],
      },
      async ({ query, signal }) => queries.json(listProjects, listInput(query), signal),
    );
  }
  route(
    app,
    {
      method: 'GET',
      path: PATH,
      id: 'getProject',
      access: { scopes: ['projects:read'] },
      tag: 'projects',
      summary: 'Read a project',
      description: 'By Global ID or name.',
      params: ProjectParams,
      ok: { status: 200, description: 'The project.', schema: ProjectReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => ({ data: await queries.value(getProject, { project: params.project_identifier }, signal) }),
  );
  route(
    app,
    {
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
    },
    async ({ query, signal }) =>
      queries.json(
        summarizeProjects,
        { ...listInput(query), window: chartWindow(query, Date.now()), buckets: query.buckets ?? 24 },
        signal,
      ),
  );
}

function writeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  route(
    app,
    {
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
    },
    async ({ body }) => ({ data: await commands.run(createProject, { name: body.name, description: body.description ?? null }) }),
  );
  route(
    app,
    {
      method: 'PUT',
      path: PATH,
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
    },
    async ({ params, body }) => ({
      data: await commands.run(updateProject, { project: params.project_identifier, description: body.description ?? null }),
    }),
  );
}

function changeRoute(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  route(
    app,
    {
      method: 'PATCH',
      path: PATH,
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
    },
    async ({ params, body }) => ({ data: await commands.run(changeProject, { project: params.project_identifier, ...body }) }),
  );
}

function removeRoutes(app: FastifyInstance, { queries, commands }: Pick<ApiDeps, 'queries' | 'commands'>): void {
  route(
    app,
    {
      method: 'DELETE',
      path: PATH,
      id: 'deleteProject',
      access: { scopes: ['projects:write'], role: 'ADMIN' },
      audit: 'project.delete',
      tag: 'projects',
      summary: 'Delete a project',
      description: 'With its traces and sessions, permanently. The project `default` cannot be deleted.',
      params: ProjectParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params, signal, note }) => {
      const input = { project: params.project_identifier };
      note({ name: (await queries.value(getProject, input, signal)).name });
      return commands.run(deleteProject, input);
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: `${PATH}/clear`,
      id: 'clearProject',
      access: { scopes: ['traces:write'] },
      audit: 'project.clear',
      isLook: (body) => body.dry_run === true,
      tag: 'projects',
      summary: 'Clear old traces',
      description: 'Deletes the traces that started before a time, with their spans, permanently; with `dry_run` it only counts them.',
      params: ProjectParams,
      body: ClearProjectBody,
      bodyExample: { before: '2026-11-01T00:00:00+00:00' },
      ok: { status: 200, description: 'How many were deleted.', schema: ClearProjectReply },
      errors: ['not_found'],
    },
    async ({ params, body, signal, note }) => {
      const window = { startUnixNano: BEGINNING, endUnixNano: timeOf(body.before, 'body.before') };
      const input = { project: params.project_identifier, window };
      if (body.dry_run === true) return { data: { deleted_trace_count: await queries.value(countDoomed, input, signal) } };
      note({ name: (await queries.value(getProject, { project: input.project }, signal)).name });
      return { data: { deleted_trace_count: await commands.run(clearProject, input) } };
    },
  );
}
