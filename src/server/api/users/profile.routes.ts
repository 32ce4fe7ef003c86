import type { FastifyInstance } from 'fastify';
import {
  ChangePasswordBody,
  ChangeViewerBody,
  UserReply,
  UserSessionParams,
  UserSessionsReply,
  ViewerReply,
} from '#contracts/users/user.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { route } from '../kit/route/route.ts';
import { changeOwnPassword, endSession, renameViewer, sessionsOf, viewer } from './profile.service.ts';
import type { UserDeps } from './user-deps.ts';

const tag = 'users';

/** The user's own account. */
export function registerProfile(app: FastifyInstance, deps: UserDeps): void {
  ownAccount(app, deps);
  ownPassword(app, deps);
  ownSessions(app, deps);
}

function ownAccount(app: FastifyInstance, deps: UserDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/user',
      id: 'getViewer',
      access: 'own-account',
      tag,
      summary: 'Who calls',
      description:
        'The user behind the session or key; the admin secret and system keys are `system@localhost`. `ANONYMOUS` while authentication is off.',
      ok: { status: 200, description: 'The user.', schema: ViewerReply },
      errors: [],
    },
    async ({ caller }) => ({ data: await viewer(deps, caller) }),
  );
  route(
    app,
    {
      method: 'PATCH',
      path: '/v1/user',
      id: 'changeViewer',
      audit: 'user.update',
      access: 'person',
      tag,
      summary: 'Change your name',
      description: 'For signed-in users.',
      body: ChangeViewerBody,
      bodyExample: { username: 'ada' },
      ok: { status: 200, description: 'The user.', schema: UserReply },
      errors: ['conflict'],
    },
    async ({ caller, body }) => ({ data: await renameViewer(deps, caller, body.username) }),
  );
}

function ownPassword(app: FastifyInstance, deps: UserDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/user/password',
      id: 'changeOwnPassword',
      audit: 'password.change',
      access: 'own-password',
      tag,
      summary: 'Change your password',
      description: 'For signed-in users who know the old one. All sessions end, and apps are cut off; this browser gets a new session.',
      body: ChangePasswordBody,
      bodyExample: { current_password: 'correct horse battery', new_password: 'staple battery horse' },
      ok: { status: 204, description: 'Changed. Carries the cookies of the new session.' },
      errors: ['conflict'],
    },
    async ({ caller, body, request, reply }) => {
      const user = await changeOwnPassword(deps, caller, body);
      reply.header('set-cookie', deps.signIn.cookies.give(await deps.signIn.sessions.begin(user, requestOrigin(request))));
    },
  );
}

function ownSessions(app: FastifyInstance, deps: UserDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/user/sessions',
      id: 'getSessions',
      access: 'person',
      tag,
      summary: 'Where you are signed in',
      description: 'For signed-in users: up to 50 sessions, the last used first.',
      ok: { status: 200, description: 'The sessions.', schema: UserSessionsReply },
      errors: [],
    },
    async ({ caller }) => ({ data: await sessionsOf(deps, caller) }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/user/sessions/{session_id}',
      id: 'endSession',
      audit: 'session.end',
      access: 'person',
      tag,
      summary: 'End a session',
      description: 'For signed-in users: signs another device out at once.',
      params: UserSessionParams,
      ok: { status: 204, description: 'Ended.' },
      errors: ['not_found'],
    },
    async ({ caller, params }) => endSession(deps, caller, params.session_id),
  );
}
