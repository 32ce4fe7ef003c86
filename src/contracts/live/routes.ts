import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';

const EVENTS = Type.String({
  description:
    'Server-sent events: `ready` at once, with `{"quiet_ms": n}`: for how long nothing was stored (at most since the server started), so that a client that read before knows whether to read again; `commit` with `{"stored": n}` when spans were stored (at most five a second; spans that another server of a cluster stored count as one for each project), comments in between.',
});
const ok = {
  status: 200,
  description: 'Events until the client or the server ends them.',
  schema: EVENTS,
  contentType: 'text/event-stream; charset=utf-8',
};

export const followAll = declare({
  method: 'GET',
  path: '/v1/live',
  id: 'followAll',
  access: { scopes: ['traces:read'] },
  tag: 'live',
  summary: 'Follow all projects',
  description: 'An event whenever spans were stored in any project the caller may see.',
  ok,
  errors: [],
});

export const followProject = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/live',
  id: 'followProject',
  access: { scopes: ['traces:read'] },
  tag: 'live',
  summary: 'Follow a project',
  description: 'An event whenever spans were stored in the project; then read the newest rows.',
  params: ProjectParams,
  ok,
  errors: ['not_found'],
});
