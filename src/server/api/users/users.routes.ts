import type { FastifyInstance } from 'fastify';
import {
  CreateUserBody,
  ChangeUserBody,
  PasswordLinkReply,
  UserListParams,
  UserPage,
  UserParams,
  UserReply,
} from '#contracts/users/user.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { route } from '../kit/route/route.ts';
import { registerUserNames } from './user-names.routes.ts';
import { registerProfile } from './profile.routes.ts';
import { userReply } from './user-codec.ts';
import type { UserDeps } from './user-deps.ts';
import { addUser, changeUser, linkFor, removeUser, userPage } from './users.service.ts';

const tag = 'users';
const access = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;
/** Keys make and delete users, as their scope `admin` says (ADR 24); an app's change would outlive the app. */
const makeAccess = { ...access, closedTo: 'apps' } as const;
/** A password or role given to an account is a way in that no key's end takes back. */
const changeAccess = { ...access, closedTo: 'apps-and-keys' } as const;
const USER = '/v1/users/{user_id}';

/** Users: admins see all fields, readers the names, every user their own account. */
export function registerUsers(app: FastifyInstance, deps: UserDeps): void {
  listAndCreate(app, deps);
  changeAndDelete(app, deps);
  registerUserNames(app, deps);
  registerProfile(app, deps);
}

function listAndCreate(app: FastifyInstance, deps: UserDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/users',
      id: 'getUsers',
      access,
      tag,
      summary: 'List users',
      description: 'Newest first, the built-in ones included. For admins.',
      query: UserListParams,
      ok: { status: 200, description: 'A page of users.', schema: UserPage },
      errors: [],
    },
    ({ query }) => userPage(deps, query),
  );
  route(
    app,
    {
      method: 'POST',
      path: '/v1/users',
      id: 'createUser',
      audit: 'user.create',
      access: makeAccess,
      tag,
      summary: 'Create a user',
      description:
        'For admins. A local user without a password chooses one by a link (`POST /v1/password_links/{user_id}`). With `password_needs_reset` a password must be changed after the first sign-in.',
      body: CreateUserBody,
      bodyExample: { user: { auth_method: 'LOCAL', email: 'ada@example.org', username: 'ada', role: 'MEMBER' } },
      ok: { status: 201, description: 'The user.', schema: UserReply },
      errors: ['conflict'],
    },
    async ({ body, request }) => {
      const user = await addUser(deps, body, (error) => request.log.error({ err: error }, 'a letter was not sent'));
      return { data: userReply(user) };
    },
  );
}

function changeAndDelete(app: FastifyInstance, deps: UserDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: USER,
      id: 'changeUser',
      audit: 'user.update',
      access: changeAccess,
      tag,
      summary: 'Change a user',
      description: 'For admins who are signed in, and the admin secret: name, role or password. The last admin stays admin.',
      params: UserParams,
      body: ChangeUserBody,
      bodyExample: { role: 'VIEWER' },
      ok: { status: 200, description: 'The user.', schema: UserReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body, note }) => {
      const user = await changeUser(deps, params.user_id, body);
      note({ email: user.email });
      return { data: userReply(user) };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: USER,
      id: 'deleteUser',
      audit: 'user.delete',
      access: makeAccess,
      tag,
      summary: 'Delete a user',
      description: 'For admins. Sessions end and API keys are revoked at once. The built-in users and the last admin stay.',
      params: UserParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, note }) => {
      const { email } = await removeUser(deps, params.user_id);
      note({ email });
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: '/v1/password_links/{user_id}',
      id: 'createPasswordLink',
      audit: 'password.request_reset',
      access: changeAccess,
      tag,
      summary: 'Make a link to a new password',
      description:
        'For admins who are signed in, and the admin secret: a link to hand to a local user, who chooses a password by it once. Links made before work no more.',
      params: UserParams,
      ok: { status: 201, description: 'The link, shown only now.', schema: PasswordLinkReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, reply, note }) => {
      reply.header('cache-control', 'no-store');
      const { url, expiresAtMs, email } = await linkFor(deps, params.user_id);
      note({ email });
      return { data: { url, expires_at: isoFromUnixMs(expiresAtMs) } };
    },
  );
}
