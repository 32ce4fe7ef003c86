import type { FastifyInstance } from 'fastify';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import { SaveViewBody, UpdateViewBody, ViewList, ViewParams, ViewReply } from '#contracts/views/view.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { route } from '../kit/route/route.ts';
import { deleteView, listViews, saveView, updateView, viewNotFound } from './views.service.ts';

interface ViewsDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

type NumberOf = (project: string, signal: AbortSignal) => Promise<number>;

const VIEWS = '/v1/projects/{project_identifier}/views';
const VIEW = `${VIEWS}/{view_name}`;

/** Named lists of a project: what a team looks at, kept by the server. */
export function registerViews(app: FastifyInstance, { queries, meta }: ViewsDeps): void {
  const numberOf: NumberOf = (project, signal) => queries.value(getProjectNumber, { project }, signal);
  registerSaving(app, meta, numberOf);
  route(
    app,
    {
      method: 'GET',
      path: VIEWS,
      id: 'listViews',
      access: { scopes: ['projects:read'] },
      tag: 'views',
      summary: 'List saved views',
      description: 'The views of the project, and those that only the caller sees.',
      params: ProjectParams,
      ok: { status: 200, description: 'The views.', schema: ViewList },
      errors: ['not_found'],
    },
    async ({ params, caller, signal }) => {
      const project = await numberOf(params.project_identifier, signal);
      return { data: await listViews(meta, { project, user: caller.userNumber }) };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: VIEW,
      id: 'deleteView',
      access: { scopes: ['projects:write'] },
      audit: 'view.delete',
      tag: 'views',
      summary: 'Delete a view',
      description: 'Deletes the view, a private one of the caller before one of the project. Its list stays unchanged.',
      params: ViewParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params, caller, signal }) => {
      const project = await numberOf(params.project_identifier, signal);
      if (!(await deleteView(meta, { project, user: caller.userNumber }, params.view_name))) throw viewNotFound(params.view_name);
    },
  );
}

/** Under a name, and under another one. */
function registerSaving(app: FastifyInstance, meta: MetaDb, numberOf: NumberOf): void {
  route(
    app,
    {
      method: 'PUT',
      path: VIEW,
      id: 'saveView',
      access: { scopes: ['projects:write'] },
      tag: 'views',
      summary: 'Save a view',
      description:
        'Under this name, in place of the one that had it. One that only the caller sees may be saved for everyone; one of the project becomes private by PATCH alone.',
      params: ViewParams,
      body: SaveViewBody,
      bodyExample: { scope: 'traces', filter: 'error_count > 0' },
      ok: { status: 200, description: 'The view.', schema: ViewReply },
      errors: ['not_found', 'conflict', 'unprocessable'],
    },
    async ({ params, body, caller, signal }) => {
      const project = await numberOf(params.project_identifier, signal);
      return { data: await saveView(meta, { project, user: caller.userNumber }, params.view_name, body, Date.now()) };
    },
  );
  route(
    app,
    {
      method: 'PATCH',
      path: VIEW,
      id: 'renameView',
      access: { scopes: ['projects:write'] },
      tag: 'views',
      summary: 'Rename a view, or change who sees it',
      description: 'The list stays unchanged. Refused where another view has that name already.',
      params: ViewParams,
      body: UpdateViewBody,
      bodyExample: { name: 'slow and failed', visibility: 'private' },
      ok: { status: 200, description: 'The view.', schema: ViewReply },
      errors: ['not_found', 'conflict', 'unprocessable'],
    },
    async ({ params, body, caller, signal }) => {
      const project = await numberOf(params.project_identifier, signal);
      return { data: await updateView(meta, { project, user: caller.userNumber }, params.view_name, body, Date.now()) };
    },
  );
}
