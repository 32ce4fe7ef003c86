import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import type { Principal } from '#core/access/principal.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { followedStreams } from '../kit/reply/followed-streams.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { route } from '../kit/route/route.ts';
import { LiveStream } from './live-stream.ts';

const EVENTS = Type.String({
  description:
    'Server-sent events: `ready` at once, with `{"quiet_ms": n}`: for how long nothing was stored (at most since the server started), so that a client that read before knows whether to read again; `commit` with `{"stored": n}` when spans were stored (at most five a second), comments in between.',
});
const ok = {
  status: 200,
  description: 'Events until the client or the server ends them.',
  schema: EVENTS,
  contentType: 'text/event-stream; charset=utf-8',
};

/** Following what arrives, without polling. */
export function registerLive(
  app: FastifyInstance,
  { authenticator, commits, queries, limits }: Pick<ApiDeps, 'authenticator' | 'commits' | 'queries' | 'limits'>,
): void {
  const keep = followedStreams(app, { authenticator, limits });
  const follow = (reply: FastifyReply, projectIds: readonly number[] | null, caller: Principal): Readable =>
    keep(reply, () => new LiveStream(commits, projectIds, caller.projectIds === null));
  route(
    app,
    {
      method: 'GET',
      path: '/v1/live',
      id: 'followAll',
      access: { scopes: ['traces:read'] },
      tag: 'live',
      summary: 'Follow all projects',
      description: 'An event whenever spans were stored in any project the caller may see.',
      ok,
      errors: [],
    },
    async ({ reply, caller }) => follow(reply, caller.projectIds, caller),
  );
  route(
    app,
    {
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
    },
    async ({ params, reply, caller, signal }) =>
      follow(reply, [await queries.value(getProjectNumber, { project: params.project_identifier }, signal)], caller),
  );
}
