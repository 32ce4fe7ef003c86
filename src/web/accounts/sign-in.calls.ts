import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contracts/users/user.ts';
import { dropDrafts } from '#web/platform/storage/drafts.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { api, bodyOf, done } from '#web/platform/http/client.ts';

/** Whether authentication is on, and how one signs in. */
export const signInConfigOptions = queryOptions({
  queryKey: ['sign-in-config'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/auth/config', { signal }))).data,
  staleTime: 60_000,
});

/** The signed-in user, or none while authentication is off. */
export const viewerOptions = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/user', { signal }))).data,
  staleTime: 60_000,
});

/** Global ID of who is signed in; null while authentication is off. */
export function reviewerIn(viewer: User | { readonly auth_method: 'ANONYMOUS' } | undefined): string | null {
  return viewer === undefined || viewer.auth_method === 'ANONYMOUS' ? null : viewer.id;
}

export async function readReviewer(client: QueryClient): Promise<string | null> {
  return reviewerIn(await client.ensureQueryData(viewerOptions));
}

/** Where you are signed in. */
export const sessionsOptions = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/user/sessions', { signal }))).data,
});

export async function login(email: string, password: string): Promise<void> {
  await post('/auth/login', { email, password });
}

/** Signs in by the directory. */
export async function loginByDirectory(username: string, password: string): Promise<void> {
  await post('/auth/ldap/login', { username, password });
}

export async function askForLink(email: string): Promise<void> {
  await post('/auth/password-reset-email', { email });
}

/** Chooses a password by a link's token. */
export async function spendLink(token: string, password: string): Promise<void> {
  await post('/auth/password-reset', { token, password });
}

/** Ends this session, or all of them, and leaves for the sign-in screen. */
export async function signOut(everywhere: boolean): Promise<void> {
  await done(api.POST('/auth/logout', { body: { everywhere } }));
  dropDrafts();
  location.replace(`${ROOT_PATH}/login?out=true`);
}

export async function changePassword(current: string, next: string): Promise<void> {
  await done(api.POST('/v1/user/password', { body: { current_password: current, new_password: next } }));
}

export async function changeName(username: string): Promise<void> {
  await bodyOf(api.PATCH('/v1/user', { body: { username } }));
}

export async function endSession(id: string): Promise<void> {
  await done(api.DELETE('/v1/user/sessions/{session_id}', { params: { path: { session_id: id } } }));
}

type SignInCall = '/auth/login' | '/auth/ldap/login' | '/auth/password-reset-email' | '/auth/password-reset';

/** A request without a session: here 401 is about the typed credentials. */
async function post(path: SignInCall, body: Readonly<Record<string, string>>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const send = fetch(ROOT_PATH + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await done(
    send.then(async (response) => {
      const error: unknown = response.ok ? undefined : await response.json().catch(() => null);
      return { response, error };
    }),
  );
}
