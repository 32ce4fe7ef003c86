import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/projects/routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
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
  for (const declared of [routes.listProjects, routes.listProjectsAlias])
    serve(app, declared, async ({ query, signal }) => queries.json(listProjects, listInput(query), signal));
  serve(app, routes.getProject, async ({ params, signal }) => ({
    data: await queries.value(getProject, { project: params.project_identifier }, signal),
  }));
  serve(app, routes.listProjectSummaries, async ({ query, signal }) =>
    queries.json(summarizeProjects, { ...listInput(query), window: chartWindow(query, Date.now()), buckets: query.buckets ?? 24 }, signal),
  );
}

function writeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.createProject, async ({ body }) => ({
    data: await commands.run(createProject, { name: body.name, description: body.description ?? null }),
  }));
  serve(app, routes.updateProject, async ({ params, body }) => ({
    data: await commands.run(updateProject, { project: params.project_identifier, description: body.description ?? null }),
  }));
}

function changeRoute(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.changeProject, async ({ params, body }) => ({
    data: await commands.run(changeProject, { project: params.project_identifier, ...body }),
  }));
}

function removeRoutes(app: FastifyInstance, { queries, commands }: Pick<ApiDeps, 'queries' | 'commands'>): void {
  serve(app, routes.deleteProject, async ({ params, signal, note }) => {
    const input = { project: params.project_identifier };
    note({ name: (await queries.value(getProject, input, signal)).name });
    return commands.run(deleteProject, input);
  });
  serve(
    app,
    routes.clearProject,
    async ({ params, body, signal, note }) => {
      const window = { startUnixNano: BEGINNING, endUnixNano: timeOf(body.before, 'body.before') };
      const input = { project: params.project_identifier, window };
      if (body.dry_run === true) return { data: { deleted_trace_count: await queries.value(countDoomed, input, signal) } };
      note({ name: (await queries.value(getProject, { project: input.project }, signal)).name });
      return { data: { deleted_trace_count: await commands.run(clearProject, input) } };
    },
    { isLook: (body) => body.dry_run === true },
  );
}
