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
export function registerProjects(
  app: FastifyInstance,
  deps: Pick<ApiDeps, 'queries' | 'commands'>,
): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  changeRoute(app, deps);
  removeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  for (const declared of [routes.listProjects, routes.listProjectsAlias])
    serve(app, declared, async ({ query, asker }) =>
      queries.json(listProjects, asker, listInput(query)),
    );
  serve(app, routes.getProject, async ({ params, asker }) => ({
    data: await queries.value(getProject, asker, { project: params.project_identifier }),
  }));
  serve(app, routes.listProjectSummaries, async ({ query, asker }) =>
    queries.json(summarizeProjects, asker, {
      ...listInput(query),
      window: chartWindow(query, Date.now()),
      buckets: query.buckets ?? 24,
    }),
  );
}

function writeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.createProject, async ({ body, asker }) => ({
    data: await commands.run(createProject, asker, {
      name: body.name,
      description: body.description ?? null,
    }),
  }));
  serve(app, routes.updateProject, async ({ params, body, asker }) => ({
    data: await commands.run(updateProject, asker, {
      project: params.project_identifier,
      description: body.description ?? null,
    }),
  }));
}

function changeRoute(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.changeProject, async ({ params, body, asker }) => ({
    data: await commands.run(changeProject, asker, { project: params.project_identifier, ...body }),
  }));
}

function removeRoutes(
  app: FastifyInstance,
  { queries, commands }: Pick<ApiDeps, 'queries' | 'commands'>,
): void {
  serve(app, routes.deleteProject, async ({ params, asker, note }) => {
    const input = { project: params.project_identifier };
    note({ name: (await queries.value(getProject, asker, input)).name });
    return commands.run(deleteProject, asker, input);
  });
  serve(
    app,
    routes.clearProject,
    async ({ params, body, asker, note }) => {
      const window = { startUnixNano: BEGINNING, endUnixNano: timeOf(body.before, 'body.before') };
      const input = { project: params.project_identifier, window };
      if (body.dry_run === true)
        return { data: { deleted_trace_count: await queries.value(countDoomed, asker, input) } };
      note({ name: (await queries.value(getProject, asker, { project: input.project })).name });
      return { data: { deleted_trace_count: await commands.run(clearProject, asker, input) } };
    },
    { isLook: (body) => body.dry_run === true },
  );
}
