import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { ChangeUserBody, CreateUserBody } from '#contracts/users/user.ts';
import { HANDED_LINK_MS, type PasswordLink } from '#server/auth/password-links.ts';
import { normalEmail } from '#server/auth/password-sign-in.ts';
import { welcomeMail } from '#server/auth/letters.ts';
import type { Mail } from '#server/outbound/mailer.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  ADMIN_EMAIL,
  SYSTEM_EMAIL,
  deleteUser,
  findUser,
  insertUser,
  listUsers,
  updateUser,
  type TakenField,
  type UserChange,
} from '#server/stores/meta/access/users.queries.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { userReply } from './user-codec.ts';
import type { UserDeps } from './user-deps.ts';

/** A page of users, newest first. */
export async function userPage(
  { meta }: UserDeps,
  { limit = 100, cursor }: { readonly limit?: number; readonly cursor?: string },
) {
  const rows = await listUsers(
    meta,
    limit + 1,
    cursor === undefined ? null : decodeIdCursor(cursor, 'User'),
  );
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(userReply),
    next_cursor: next === undefined ? null : encodeGlobalId('User', next.id),
  };
}

export async function requireUser({ meta }: UserDeps, userId: string): Promise<UserRecord> {
  const user = await findUser(meta, { id: requireGlobalId(userId, 'User', 'user_id') });
  if (user === null) throw userNotFound(userId);
  return user;
}

/**
 * Makes a user and sends the welcome; `onMailFailure` hears when that did not go out, and the user
 * is there all the same. The user counts as created by any caller while authentication was off.
 */
export async function addUser(
  deps: UserDeps,
  { user, send_welcome_email: isWelcome = true }: CreateUserBody,
  onMailFailure: (error: unknown) => void,
): Promise<UserRecord> {
  const { meta, signIn, authenticator, mailer } = deps;
  const email = normalEmail(user.email);
  if (user.role === 'SYSTEM')
    throw new AppError(
      'invalid_request',
      'body.user.role is SYSTEM; accepted is ADMIN, MEMBER or VIEWER.',
    );
  if (email === SYSTEM_EMAIL || email === ADMIN_EMAIL) throw taken('email', email);
  const isLocal = user.auth_method === 'LOCAL';
  if (!isLocal && user.password !== undefined)
    throw new AppError(
      'unprocessable',
      `body.user.password is for auth_method LOCAL alone; got ${user.auth_method}.`,
    );
  if (user.password !== undefined)
    await signIn.links.assertGood(user.password, 'body.user.password');
  const isOAuth = user.auth_method === 'OAUTH2';
  const made = await insertUser(
    meta,
    {
      email,
      username: user.username.trim(),
      role: user.role,
      auth_method: user.auth_method,
      password_hash: user.password === undefined ? null : await signIn.hasher.hash(user.password),
      password_needs_reset: isLocal && user.password_needs_reset === true ? 1 : 0,
      oauth2_client_id: (isOAuth ? user.oauth2_client_id : null) ?? null,
      oauth2_user_id: (isOAuth ? user.oauth2_user_id : null) ?? null,
      changed_while_open: authenticator.required ? 0 : 1,
    },
    signIn.now(),
  );
  if (typeof made === 'string') throw taken(made, made === 'email' ? email : user.username);
  if (isWelcome && mailer !== null && authenticator.required) {
    // The link is created now, because a later request replaces it; the mail is not awaited.
    const letter = await welcomeLetter(deps, made);
    void mailer.send(letter).catch(onMailFailure);
  }
  return made;
}

/**
 * Changes name, role or password of a user. A new password ends the user's sessions and links, and
 * must be changed after signing in unless the request says otherwise.
 */
export async function changeUser(
  deps: UserDeps,
  userId: string,
  body: ChangeUserBody,
): Promise<UserRecord> {
  const { meta, signIn, authenticator } = deps;
  const user = await requireUser(deps, userId);
  if (user.role === 'SYSTEM')
    throw new AppError('forbidden', `${SYSTEM_EMAIL} is built in and cannot be changed.`);
  if (body.password !== undefined) {
    assertLocal(user);
    await signIn.links.assertGood(body.password, 'body.password');
  }
  if (body.password_needs_reset !== undefined && body.password === undefined)
    throw new AppError(
      'unprocessable',
      'body.password_needs_reset goes with body.password, which is missing.',
    );
  const isTrusted = body.role === undefined && body.password === undefined;
  const change: UserChange = {
    ...(body.username === undefined ? {} : { username: body.username.trim() }),
    ...(body.role === undefined ? {} : { role: body.role }),
    ...(body.password === undefined
      ? {}
      : {
          password_hash: await signIn.hasher.hash(body.password),
          password_needs_reset: body.password_needs_reset === false ? 0 : 1,
        }),
    ...(authenticator.required || isTrusted ? {} : { changed_while_open: 1 }),
  };
  const changed = await updateUser(meta, user.id, change, signIn.now());
  if (changed === null) throw userNotFound(userId);
  if (changed === 'last-admin') throw lastAdmin(user);
  if (typeof changed === 'string') throw taken(changed, body.username ?? '');
  if (body.password !== undefined) await signIn.passwords.unlock(user.email);
  authenticator.changed();
  return changed;
}

/** Deletes a user; sessions end and keys are revoked with the next request. */
export async function removeUser(
  { meta, signIn, authenticator }: UserDeps,
  userId: string,
): Promise<UserRecord> {
  const deleted = await deleteUser(meta, requireGlobalId(userId, 'User', 'user_id'), signIn.now());
  if (deleted === null) throw userNotFound(userId);
  if (deleted === 'built-in')
    throw new AppError('forbidden', `Cannot delete the default admin or system user.`);
  if (deleted === 'last-admin')
    throw new AppError('conflict', 'This is the last admin: make another user admin first.');
  authenticator.changed();
  return deleted;
}

/** A link for a user to choose a password; older ones work no more. */
export async function linkFor(
  deps: UserDeps,
  userId: string,
): Promise<PasswordLink & Pick<UserRecord, 'email'>> {
  const { signIn, authenticator } = deps;
  if (!authenticator.required)
    throw new AppError('forbidden', 'Authentication is off, so passwords aren’t used.');
  const user = await requireUser(deps, userId);
  if (user.role === 'SYSTEM')
    throw new AppError('forbidden', `${SYSTEM_EMAIL} is built in and can’t sign in.`);
  assertLocal(user);
  return {
    ...(await signIn.links.make(user, signIn.baseUrl(), HANDED_LINK_MS)),
    email: user.email,
  };
}

async function welcomeLetter({ signIn }: UserDeps, user: UserRecord): Promise<Mail> {
  const needsLink = user.auth_method === 'LOCAL' && user.password_hash === null;
  const url = needsLink
    ? (await signIn.links.make(user, signIn.baseUrl(), HANDED_LINK_MS)).url
    : `${signIn.baseUrl()}/login`;
  return welcomeMail(user, url, needsLink);
}

function assertLocal(user: UserRecord): void {
  if (user.auth_method !== 'LOCAL')
    throw new AppError(
      'conflict',
      `${user.email} does not sign in by password, but by ${user.auth_method}.`,
    );
}

function userNotFound(userId: string): AppError {
  return new AppError('not_found', `User with ID '${userId}' not found`);
}

function lastAdmin(user: UserRecord): AppError {
  return new AppError(
    'conflict',
    `${user.email} is the last admin: make another user admin first.`,
  );
}

/** The answer where another user has that name, address or identity already. */
export function taken(field: TakenField, value: string): AppError {
  const what = { email: 'the e-mail address', username: 'the name', identity: 'the identity' }[
    field
  ];
  return new AppError(
    'conflict',
    field === 'identity'
      ? `Another user has ${what} already.`
      : `Another user has ${what} '${value}' already.`,
  );
}
