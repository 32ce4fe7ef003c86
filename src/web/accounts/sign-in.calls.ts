import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getSignInConfig,
  login as loginRoute,
  loginByDirectory as loginByDirectoryRoute,
  logout,
  mailPasswordLink,
  resetPassword,
} from '#contracts/sign-in/routes.ts';
import {
  changeOwnPassword,
  changeViewer,
  endSession as endSessionRoute,
  getSessions,
  getViewer,
} from '#contracts/users/routes.ts';
import type { User } from '#contracts/users/user.ts';
import { dropDrafts } from '#web/platform/storage/drafts.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { call, callSignedOut } from '#web/platform/http/client.ts';

/** Whether authentication is on, and how one signs in. */
export const signInConfigOptions = queryOptions({
  queryKey: ['sign-in-config'],
  queryFn: async ({ signal }) => (await call(getSignInConfig, { signal })).data,
  staleTime: 60_000,
});

/** The signed-in user, or none while authentication is off. */
export const viewerOptions = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal }) => (await call(getViewer, { signal })).data,
  staleTime: 60_000,
});

/** Global ID of who is signed in; null while authentication is off. */
export function reviewerIn(
  viewer: User | { readonly auth_method: 'ANONYMOUS' } | undefined,
): string | null {
  return viewer === undefined || viewer.auth_method === 'ANONYMOUS' ? null : viewer.id;
}

export async function readReviewer(client: QueryClient): Promise<string | null> {
  return reviewerIn(await client.ensureQueryData(viewerOptions));
}

/** Where you are signed in. */
export const sessionsOptions = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: async ({ signal }) => (await call(getSessions, { signal })).data,
});

export async function login(email: string, password: string): Promise<void> {
  await callSignedOut(loginRoute, { body: { email, password } });
}

/** Signs in by the directory. */
export async function loginByDirectory(username: string, password: string): Promise<void> {
  await callSignedOut(loginByDirectoryRoute, { body: { username, password } });
}

export async function askForLink(email: string): Promise<void> {
  await callSignedOut(mailPasswordLink, { body: { email } });
}

/** Chooses a password by a link's token. */
export async function spendLink(token: string, password: string): Promise<void> {
  await callSignedOut(resetPassword, { body: { token, password } });
}

/** Ends this session, or all of them, and leaves for the sign-in screen. */
export async function signOut(everywhere: boolean): Promise<void> {
  await call(logout, { body: { everywhere } });
  dropDrafts();
  location.replace(`${ROOT_PATH}/login?out=true`);
}

export async function changePassword(current: string, next: string): Promise<void> {
  await call(changeOwnPassword, { body: { current_password: current, new_password: next } });
}

export async function changeName(username: string): Promise<void> {
  await call(changeViewer, { body: { username } });
}

export async function endSession(id: string): Promise<void> {
  await call(endSessionRoute, { params: { session_id: id } });
}
