import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  changeUser as changeUserRoute,
  createPasswordLink,
  createUser as createUserRoute,
  deleteUser as deleteUserRoute,
  getUsers,
} from '#contracts/users/routes.ts';
import type { Role } from '#contracts/access/access.ts';
import type { AuthMethod, User } from '#contracts/users/user.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

/** More are not listed. */
export const USERS_MAX = 2000;

/** All users except the built-in system account, newest first. */
export const usersOptions = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const users = await everyPage(USERS_MAX, (cursor) =>
      call(getUsers, { query: { limit: 1000, ...cursor }, signal }),
    );
    return users.filter((user) => user.role !== 'SYSTEM');
  },
});

export async function usersChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['users', 'user-name', 'viewer'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  );
}

export interface UserDraft {
  readonly email: string;
  readonly username: string;
  readonly role: Role;
  readonly method: AuthMethod;
}

export async function createUser({ method, ...user }: UserDraft): Promise<User> {
  return (
    await call(createUserRoute, {
      body: { user: { ...user, auth_method: method }, send_welcome_email: true },
    })
  ).data;
}

export async function changeUser(
  id: string,
  change: { readonly username?: string; readonly role?: Role },
): Promise<void> {
  await call(changeUserRoute, { params: { user_id: id }, body: change });
}

export async function deleteUser(id: string): Promise<void> {
  await call(deleteUserRoute, { params: { user_id: id } });
}

/** A link by which a user chooses a password; older ones work no more. */
export async function makeLink(id: string): Promise<string> {
  return (await call(createPasswordLink, { params: { user_id: id } })).data.url;
}
