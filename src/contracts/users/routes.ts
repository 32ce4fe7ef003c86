import { declare } from '../wire/declare.ts';
import {
  ChangePasswordBody,
  ChangeUserBody,
  ChangeViewerBody,
  CreateUserBody,
  PasswordLinkReply,
  UserListParams,
  UserNamesParams,
  UserNamesReply,
  UserPage,
  UserParams,
  UserReply,
  UserSessionParams,
  UserSessionsReply,
  ViewerReply,
} from './user.ts';

const access = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;
/**
 * Keys make and delete users, as their scope `admin` says (ADR 24); an app's change would outlive
 * the app.
 */
const makeAccess = { ...access, closedTo: 'apps' } as const;
/** A password or role given to an account is a way in that no key's end takes back. */
const changeAccess = { ...access, closedTo: 'apps-and-keys' } as const;

export const getUsers = declare({
  method: 'GET',
  path: '/v1/users',
  id: 'getUsers',
  access,
  tag: 'users',
  summary: 'List users',
  description: 'Newest first, the built-in ones included. For admins.',
  query: UserListParams,
  ok: { status: 200, description: 'A page of users.', schema: UserPage },
  errors: [],
});

export const createUser = declare({
  method: 'POST',
  path: '/v1/users',
  id: 'createUser',
  audit: 'user.create',
  access: makeAccess,
  tag: 'users',
  summary: 'Create a user',
  description:
    'For admins. A local user without a password chooses one by a link (`POST /v1/password_links/{user_id}`). With `password_needs_reset` a password must be changed after the first sign-in.',
  body: CreateUserBody,
  bodyExample: {
    user: { auth_method: 'LOCAL', email: 'ada@example.org', username: 'ada', role: 'MEMBER' },
  },
  ok: { status: 201, description: 'The user.', schema: UserReply },
  errors: ['conflict'],
});

export const changeUser = declare({
  method: 'PATCH',
  path: '/v1/users/{user_id}',
  id: 'changeUser',
  audit: 'user.update',
  access: changeAccess,
  tag: 'users',
  summary: 'Change a user',
  description:
    'For admins who are signed in, and the admin secret: name, role or password. The last admin stays admin.',
  params: UserParams,
  body: ChangeUserBody,
  bodyExample: { role: 'VIEWER' },
  ok: { status: 200, description: 'The user.', schema: UserReply },
  errors: ['not_found', 'conflict'],
});

export const deleteUser = declare({
  method: 'DELETE',
  path: '/v1/users/{user_id}',
  id: 'deleteUser',
  audit: 'user.delete',
  access: makeAccess,
  tag: 'users',
  summary: 'Delete a user',
  description:
    'For admins. Sessions end and API keys are revoked at once. The built-in users and the last admin stay.',
  params: UserParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found', 'conflict'],
});

export const createPasswordLink = declare({
  method: 'POST',
  path: '/v1/password_links/{user_id}',
  id: 'createPasswordLink',
  audit: 'password.request_reset',
  access: changeAccess,
  tag: 'users',
  summary: 'Make a link to a new password',
  description:
    'For admins who are signed in, and the admin secret: a link to hand to a local user, who chooses a password by it once. Links made before work no more.',
  params: UserParams,
  ok: { status: 201, description: 'The link, shown only now.', schema: PasswordLinkReply },
  errors: ['not_found', 'conflict'],
});

export const getViewer = declare({
  method: 'GET',
  path: '/v1/user',
  id: 'getViewer',
  access: 'own-account',
  tag: 'users',
  summary: 'Who calls',
  description:
    'The user behind the session or key; the admin secret and system keys are `system@localhost`. `ANONYMOUS` while authentication is off.',
  ok: { status: 200, description: 'The user.', schema: ViewerReply },
  errors: [],
});

export const changeViewer = declare({
  method: 'PATCH',
  path: '/v1/user',
  id: 'changeViewer',
  audit: 'user.update',
  access: 'person',
  tag: 'users',
  summary: 'Change your name',
  description: 'For signed-in users.',
  body: ChangeViewerBody,
  bodyExample: { username: 'ada' },
  ok: { status: 200, description: 'The user.', schema: UserReply },
  errors: ['conflict'],
});

export const changeOwnPassword = declare({
  method: 'POST',
  path: '/v1/user/password',
  id: 'changeOwnPassword',
  audit: 'password.change',
  access: 'own-password',
  tag: 'users',
  summary: 'Change your password',
  description:
    'For signed-in users who know the old one. All sessions end, and apps are cut off; this browser gets a new session.',
  body: ChangePasswordBody,
  bodyExample: { current_password: 'correct horse battery', new_password: 'staple battery horse' },
  ok: { status: 204, description: 'Changed. Carries the cookies of the new session.' },
  errors: ['conflict'],
});

export const getSessions = declare({
  method: 'GET',
  path: '/v1/user/sessions',
  id: 'getSessions',
  access: 'person',
  tag: 'users',
  summary: 'Where you are signed in',
  description: 'For signed-in users: up to 50 sessions, the last used first.',
  ok: { status: 200, description: 'The sessions.', schema: UserSessionsReply },
  errors: [],
});

export const endSession = declare({
  method: 'DELETE',
  path: '/v1/user/sessions/{session_id}',
  id: 'endSession',
  audit: 'session.end',
  access: 'person',
  tag: 'users',
  summary: 'End a session',
  description: 'For signed-in users: signs another device out at once.',
  params: UserSessionParams,
  ok: { status: 204, description: 'Ended.' },
  errors: ['not_found'],
});

export const getUserNames = declare({
  method: 'GET',
  path: '/v1/user_names',
  id: 'getUserNames',
  access: { scopes: ['traces:read'], workspace: true },
  tag: 'users',
  summary: 'Names of users',
  description:
    'The names of the users in the `user_id` of annotations, their revisions and dataset versions, for callers who may read traces. Not for keys limited to projects.',
  query: UserNamesParams,
  ok: {
    status: 200,
    description: 'A name, or null, for each user asked for.',
    schema: UserNamesReply,
  },
  errors: [],
});
