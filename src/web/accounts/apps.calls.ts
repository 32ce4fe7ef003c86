import { queryOptions } from '@tanstack/react-query';
import type { AppDecisionBody } from '#contracts/apps/app.ts';
import { api, bodyOf, done } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

/** An app's request, from the page's address. Fetched once: a second fetch would be another request. */
export function appRequestOptions(request: string) {
  return queryOptions({
    queryKey: ['app-request', request],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/oauth2/authorize/request', { params: { query: { request } }, signal }))).data,
    retry: false,
    staleTime: Infinity,
  });
}

/** Lets an app in, or not; where the browser takes the answer. */
export async function decideOnApp(decision: AppDecisionBody): Promise<string> {
  return (await bodyOf(api.POST('/oauth2/authorize/decision', { body: decision }))).data.redirect_to;
}

/** The apps that act for you. */
export const appsOptions = queryOptions({
  queryKey: ['user-apps'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/user/apps', { signal }))).data,
});

export async function cutOffApp(id: string): Promise<void> {
  await done(api.DELETE('/v1/user/apps/{app_id}', { params: { path: { app_id: id } } }));
}

/** More are not listed. */
export const USER_APPS_MAX = 2000;

/** The apps that act for users, the last used first. */
export const userAppsOptions = queryOptions({
  queryKey: ['users-apps'],
  queryFn: async ({ signal }) => {
    const apps = await everyPage(USER_APPS_MAX, (cursor) =>
      bodyOf(api.GET('/v1/users/apps', { params: { query: { limit: 1000, ...cursor } }, signal })),
    );
    return apps.toSorted((a, b) => Date.parse(b.last_used_at) - Date.parse(a.last_used_at));
  },
});

export async function cutOffAppOfUser(id: string): Promise<void> {
  await done(api.DELETE('/v1/users/apps/{app_id}', { params: { path: { app_id: id } } }));
}
