import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, done } from './client.ts';

/** What an app asks for, by the request in the page's address. It is asked once: an answer would be another question's. */
export function appRequestOptions(request: string) {
  return queryOptions({
    queryKey: ['app-request', request],
    queryFn: async ({ signal }) => (await bodyOf(api.GET('/oauth2/authorize/request', { params: { query: { request } }, signal }))).data,
    retry: false,
    staleTime: Infinity,
  });
}

/** Lets an app in, or not; where the browser takes the answer. */
export async function decideOnApp(request: string, approved: boolean): Promise<string> {
  return (await bodyOf(api.POST('/oauth2/authorize/decision', { body: { request, approved } }))).data.redirect_to;
}

/** The apps that act for you. */
export const appsOptions = queryOptions({
  queryKey: ['user-apps'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/user/apps', { signal }))).data,
});

export async function cutOffApp(id: string): Promise<void> {
  await done(api.DELETE('/v1/user/apps/{app_id}', { params: { path: { app_id: id } } }));
}
