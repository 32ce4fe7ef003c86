import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/users/routes.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { serve } from '../kit/route/serve.ts';
import { changeOwnPassword, endSession, renameViewer, sessionsOf, viewer } from './profile.service.ts';
import type { UserDeps } from './user-deps.ts';

/** The user's own account. */
export function registerProfile(app: FastifyInstance, deps: UserDeps): void {
  ownAccount(app, deps);
  ownPassword(app, deps);
  ownSessions(app, deps);
}

function ownAccount(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.getViewer, async ({ caller }) => ({ data: await viewer(deps, caller) }));
  serve(app, routes.changeViewer, async ({ caller, body }) => ({ data: await renameViewer(deps, caller, body.username) }));
}

function ownPassword(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.changeOwnPassword, async ({ caller, body, request, reply }) => {
    const user = await changeOwnPassword(deps, caller, body);
    reply.header('set-cookie', deps.signIn.cookies.give(await deps.signIn.sessions.begin(user, requestOrigin(request))));
  });
}

function ownSessions(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.getSessions, async ({ caller }) => ({ data: await sessionsOf(deps, caller) }));
  serve(app, routes.endSession, async ({ caller, params }) => endSession(deps, caller, params.session_id));
}
