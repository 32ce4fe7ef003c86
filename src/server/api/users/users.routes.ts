import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as routes from '#contracts/users/routes.ts';
import {
  UserNamesReply,
  type AnonymousUser,
  type User,
  type UserSession,
} from '#contracts/users/user.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { Principal } from '#core/access/principal.ts';
import { unauthenticated } from '#core/access/route-access.ts';
import type { UserRecord, UserSessionRecord } from '#server/stores/meta/access-tables.ts';
import {
  namesOfUsers,
  SYSTEM_EMAIL,
  findUser,
  updateUser,
} from '#server/stores/meta/access/users.queries.ts';
import { serve } from '../kit/route/serve.ts';
import { requestOrigin } from '../kit/request/request-origin.ts';
import { userReply } from './user-codec.ts';
import type { UserDeps } from './user-deps.ts';
import { addUser, changeUser, linkFor, removeUser, userPage, taken } from './users.service.ts';

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
    const user = await addUser(deps, body, (error) =>
      request.log.error({ err: error }, 'a letter was not sent'),
    );
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

/**
 * Names of the authors of annotations, for callers who read those. Only what was asked for by id is
 * answered, and of that the name alone: addresses, roles and who else there is stay with admins.
 * Users belong to no project, so keys that are limited to some learn no names.
 */
function registerUserNames(app: FastifyInstance, { meta }: Pick<UserDeps, 'meta'>): void {
  serve(app, routes.getUserNames, async ({ query }): Promise<UserNamesReply> => {
    const numbers = [...new Set(query.ids.map((id) => requireGlobalId(id, 'User', 'ids')))];
    const names = await namesOfUsers(meta, numbers);
    return {
      data: numbers.map((number) => ({
        id: encodeGlobalId('User', number),
        username: names.get(number) ?? null,
      })),
    };
  });
}

/** The user's own account. */
function registerProfile(app: FastifyInstance, deps: UserDeps): void {
  ownAccount(app, deps);
  ownPassword(app, deps);
  ownSessions(app, deps);
}

function ownAccount(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.getViewer, async ({ caller }) => ({ data: await viewer(deps, caller) }));
  serve(app, routes.changeViewer, async ({ caller, body }) => ({
    data: await renameViewer(deps, caller, body.username),
  }));
}

function ownPassword(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.changeOwnPassword, async ({ caller, body, request, reply }) => {
    const user = await changeOwnPassword(deps, caller, body);
    reply.header(
      'set-cookie',
      deps.signIn.cookies.give(await deps.signIn.sessions.begin(user, requestOrigin(request))),
    );
  });
}

function ownSessions(app: FastifyInstance, deps: UserDeps): void {
  serve(app, routes.getSessions, async ({ caller }) => ({ data: await sessionsOf(deps, caller) }));
  serve(app, routes.endSession, async ({ caller, params }) =>
    endSession(deps, caller, params.session_id),
  );
}

/** Who calls, as a user: the admin secret and system keys are the built-in one. */
async function viewer(
  { meta, authenticator }: UserDeps,
  caller: Principal,
): Promise<User | Static<typeof AnonymousUser>> {
  const user = caller.userNumber === null ? null : await findUser(meta, { id: caller.userNumber });
  if (user !== null) return userReply(user);
  if (!authenticator.required) return { auth_method: 'ANONYMOUS' };
  const system = caller.userNumber === null ? await findUser(meta, { email: SYSTEM_EMAIL }) : null;
  if (system === null) throw unauthenticated();
  return userReply(system);
}

/** Who is signed in, on routes for people. Rejects with `forbidden` while authentication is off. */
async function signedInUser(
  { meta, authenticator }: UserDeps,
  caller: Principal,
): Promise<{ readonly user: UserRecord; readonly session: number }> {
  if (!authenticator.required)
    throw new AppError('forbidden', 'Authentication is off, so no user is signed in.');
  if (caller.kind !== 'user' || caller.userNumber === null || caller.sessionNumber === null)
    throw new AppError('forbidden', 'Only users who are signed in on the page can do this.');
  const user = await findUser(meta, { id: caller.userNumber });
  if (user === null) throw unauthenticated();
  return { user, session: caller.sessionNumber };
}

async function renameViewer(deps: UserDeps, caller: Principal, username: string): Promise<User> {
  const { user } = await signedInUser(deps, caller);
  const changed = await updateUser(
    deps.meta,
    user.id,
    { username: username.trim() },
    deps.signIn.now(),
  );
  if (changed === null) throw unauthenticated();
  if (typeof changed === 'string') throw taken('username', username);
  return userReply(changed);
}

/**
 * Sets the signed-in user's password, given the old one. Every session ends. Returns the updated
 * user; null if the user no longer exists.
 */
async function changeOwnPassword(
  deps: UserDeps,
  caller: Principal,
  {
    current_password: current,
    new_password: next,
  }: { readonly current_password: string; readonly new_password: string },
): Promise<UserRecord> {
  const { signIn, authenticator } = deps;
  const { user, session } = await signedInUser(deps, caller);
  if (user.auth_method !== 'LOCAL')
    throw new AppError('conflict', `You do not sign in by password, but by ${user.auth_method}.`);
  await signIn.links.assertGood(next, 'body.new_password');
  if (next === current)
    throw new AppError(
      'unprocessable',
      'body.new_password is the same as the current one; choose another.',
    );
  try {
    await signIn.passwords.check(user.email, current, { session });
  } catch (error) {
    // 401 would say that the session is over.
    if (error instanceof AppError && error.code === 'unauthenticated')
      throw new AppError(
        'forbidden',
        'body.current_password is incorrect. Enter the password you sign in with now.',
        { cause: error },
      );
    throw error;
  }
  const changed = await signIn.links.set(user.id, next);
  authenticator.changed();
  if (changed === null) throw unauthenticated();
  await signIn.passwords.unlock(user.email);
  return changed;
}

async function sessionsOf(deps: UserDeps, caller: Principal): Promise<readonly UserSession[]> {
  const { user, session } = await signedInUser(deps, caller);
  return (await deps.signIn.sessions.list(user.id)).map((row) => sessionReply(row, session));
}

async function endSession(deps: UserDeps, caller: Principal, sessionId: string): Promise<void> {
  const { user } = await signedInUser(deps, caller);
  const number = requireGlobalId(sessionId, 'UserSession', 'session_id');
  if (!(await deps.signIn.sessions.endOne(user.id, number)))
    throw new AppError('not_found', `Session with ID '${sessionId}' not found`);
}

function sessionReply(row: UserSessionRecord, current: number): UserSession {
  return {
    id: encodeGlobalId('UserSession', row.id),
    created_at: isoFromUnixMs(row.created_at_ms),
    last_used_at: isoFromUnixMs(row.refreshed_at_ms),
    expires_at: isoFromUnixMs(row.refresh_expires_at_ms),
    address: row.address,
    user_agent: row.user_agent,
    current: row.id === current,
  };
}
