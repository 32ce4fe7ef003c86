import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/users/routes.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { serve } from '../kit/route/serve.ts';
import { registerUserNames } from './user-names.routes.ts';
import { registerProfile } from './profile.routes.ts';
import { userReply } from './user-codec.ts';
import type { UserDeps } from './user-deps.ts';
import { addUser, changeUser, linkFor, removeUser, userPage } from './users.service.ts';

/** Users: admins see all fields, readers the names, every user their own account. */
export function registerUsers(app: FastifyInstance, deps: UserDeps): void {
  listAndCreate(app, deps);
  changeAndDelete(app, deps);
  registerUserNames(app, deps);
  registerProfile(app, deps);
}

function listAndCreate(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.getUsers, ({ query }) => userPage(deps, query));
  serve(app, routes.createUser, async ({ body, request }) => {
    const user = await addUser(deps, body, (error) => request.log.error({ err: error }, 'a letter was not sent'));
    return { data: userReply(user) };
  });
}

function changeAndDelete(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.changeUser, async ({ params, body, note }) => {
    const user = await changeUser(deps, params.user_id, body);
    note({ email: user.email });
    return { data: userReply(user) };
  });
  serve(app, routes.deleteUser, async ({ params, note }) => {
    const { email } = await removeUser(deps, params.user_id);
    note({ email });
  });
  serve(app, routes.createPasswordLink, async ({ params, reply, note }) => {
    reply.header('cache-control', 'no-store');
    const { url, expiresAtMs, email } = await linkFor(deps, params.user_id);
    note({ email });
    return { data: { url, expires_at: isoFromUnixMs(expiresAtMs) } };
  });
}
