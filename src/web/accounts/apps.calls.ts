import { queryOptions } from '@tanstack/react-query';
import {
  cutOffApp as cutOffAppRoute,
  cutOffAppOfUser as cutOffAppOfUserRoute,
  decideOnApp as decideOnAppRoute,
  getAppRequest,
  getApps,
  getAppsOfUsers,
} from '#contracts/apps/routes.ts';
import type { AppDecisionBody } from '#contracts/apps/app.ts';
import { call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';

/**
 * An app's request, from the page's address. Fetched once: a second fetch would be another request.
 */
export function appRequestOptions(request: string) {
  return queryOptions({
    queryKey: ['app-request', request],
    queryFn: async ({ signal }) => (await call(getAppRequest, { query: { request }, signal })).data,
    retry: false,
    staleTime: Infinity,
  });
}

/** Lets an app in, or not; where the browser takes the answer. */
export async function decideOnApp(decision: AppDecisionBody): Promise<string> {
  return (await call(decideOnAppRoute, { body: decision })).data.redirect_to;
}

/** The apps that act for you. */
export const appsOptions = queryOptions({
  queryKey: ['user-apps'],
  queryFn: async ({ signal }) => (await call(getApps, { signal })).data,
});

export async function cutOffApp(id: string): Promise<void> {
  await call(cutOffAppRoute, { params: { app_id: id } });
}

/** More are not listed. */
export const USER_APPS_MAX = 2000;

/** The apps that act for users, the last used first. */
export const userAppsOptions = queryOptions({
  queryKey: ['users-apps'],
  queryFn: async ({ signal }) => {
    const apps = await everyPage(USER_APPS_MAX, (cursor) =>
      call(getAppsOfUsers, { query: { limit: 1000, ...cursor }, signal }),
    );
    return apps.toSorted((a, b) => Date.parse(b.last_used_at) - Date.parse(a.last_used_at));
  },
});

export async function cutOffAppOfUser(id: string): Promise<void> {
  await call(cutOffAppOfUserRoute, { params: { app_id: id } });
}
