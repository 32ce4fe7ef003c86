import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as routes from '#contracts/live/routes.ts';
import type { Principal } from '#core/access/principal.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { followedStreams } from '../kit/reply/followed-streams.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { serve } from '../kit/route/serve.ts';
import { LiveStream } from './live-stream.ts';

/** Following what arrives, without polling. */
export function registerLive(
  app: FastifyInstance,
  {
    authenticator,
    commits,
    queries,
    limits,
  }: Pick<ApiDeps, 'authenticator' | 'commits' | 'queries' | 'limits'>,
): void {
  const keep = followedStreams(app, { authenticator, limits });
  const follow = (
    reply: FastifyReply,
    projectIds: readonly number[] | null,
    caller: Principal,
  ): Readable => keep(reply, () => new LiveStream(commits, projectIds, caller.projectIds === null));
  serve(app, routes.followAll, async ({ reply, caller }) =>
    follow(reply, caller.projectIds, caller),
  );
  serve(app, routes.followProject, async ({ params, reply, caller, asker }) =>
    follow(
      reply,
      [await queries.value(getProjectNumber, asker, { project: params.project_identifier })],
      caller,
    ),
  );
}
