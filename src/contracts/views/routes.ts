import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import { SaveViewBody, UpdateViewBody, ViewList, ViewParams, ViewReply } from './view.ts';

export const listViews = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/views',
  id: 'listViews',
  access: { scopes: ['projects:read'] },
  tag: 'views',
  summary: 'List saved views',
  description: 'The views of the project, and those that only the caller sees.',
  params: ProjectParams,
  ok: { status: 200, description: 'The views.', schema: ViewList },
  errors: ['not_found'],
});

export const deleteView = declare({
  method: 'DELETE',
  path: '/v1/projects/{project_identifier}/views/{view_name}',
  id: 'deleteView',
  access: { scopes: ['projects:write'] },
  audit: 'view.delete',
  tag: 'views',
  summary: 'Delete a view',
  description:
    'Deletes the view, a private one of the caller before one of the project. Its list stays unchanged.',
  params: ViewParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const saveView = declare({
  method: 'PUT',
  path: '/v1/projects/{project_identifier}/views/{view_name}',
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
});

export const renameView = declare({
  method: 'PATCH',
  path: '/v1/projects/{project_identifier}/views/{view_name}',
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
});
