import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/views/routes.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { serve } from '../kit/route/serve.ts';
import { deleteView, listViews, saveView, updateView, viewNotFound } from './views.service.ts';
import type { Asker } from '../kit/route/asker.ts';

interface ViewsDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

type NumberOf = (asker: Asker, project: string) => Promise<number>;

/** Named lists of a project: what a team looks at, kept by the server. */
export function registerViews(app: FastifyInstance, { queries, meta }: ViewsDeps): void {
  const numberOf: NumberOf = (asker, project) => queries.value(getProjectNumber, asker, { project });
  registerSaving(app, meta, numberOf);
  serve(app, routes.listViews, async ({ params, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return { data: await listViews(meta, { project, user: caller.userNumber }) };
  });
  serve(app, routes.deleteView, async ({ params, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    if (!(await deleteView(meta, { project, user: caller.userNumber }, params.view_name))) throw viewNotFound(params.view_name);
  });
}

/** Under a name, and under another one. */
function registerSaving(app: FastifyInstance, meta: MetaDb, numberOf: NumberOf): void {
  serve(app, routes.saveView, async ({ params, body, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return { data: await saveView(meta, { project, user: caller.userNumber }, params.view_name, body, Date.now()) };
  });
  serve(app, routes.renameView, async ({ params, body, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return { data: await updateView(meta, { project, user: caller.userNumber }, params.view_name, body, Date.now()) };
  });
}
