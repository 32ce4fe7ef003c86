import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, done } from '#web/platform/http/client.ts';
import type { components } from '#web/platform/http/generated/schema.ts';
import { groupingOf } from '#web/lists/grouping.ts';
import { SCOPES } from '#web/lists/search-params.ts';
import type { Changes, ListSearch, SessionListSearch } from '#web/lists/search-params.ts';
import { sessionSortOf, sessionSortText } from '#web/lists/session-sort.ts';

export type SavedView = components['schemas']['View'];
/** The parts of a list that a view stores. */
export type ListedView = Omit<SavedView, 'name' | 'updated_at' | 'visibility'>;
export type ViewVisibility = SavedView['visibility'];

function pathOf(project: string, name: string) {
  return { path: { project_identifier: project, view_name: name } };
}

/** The named lists of a project by name, then those that only the viewer sees. */
export function viewsOptions(project: string) {
  return queryOptions({
    queryKey: ['views', project],
    queryFn: async ({ signal }) => {
      const params = { path: { project_identifier: project } };
      return (await bodyOf(api.GET('/v1/projects/{project_identifier}/views', { params, signal }))).data;
    },
    staleTime: 10_000,
  });
}

/** Keeps a list under a name, in place of the one that had it. */
export async function saveView(project: string, name: string, listed: ListedView, visibility: ViewVisibility): Promise<void> {
  const params = pathOf(project, name);
  await bodyOf(api.PUT('/v1/projects/{project_identifier}/views/{view_name}', { params, body: { ...listed, visibility } }));
}

export function viewOfList({ scope, q, sort, cols, group }: ListSearch): ListedView {
  return { scope: scope ?? 'traces', filter: q ?? '', sort: sort ?? null, columns: cols ?? null, group: group ?? null };
}

export function viewOfSessions({ q, ...order }: SessionListSearch): ListedView {
  return { scope: 'sessions', filter: q ?? '', sort: sessionSortText(order) ?? null, columns: null, group: null };
}

/** Gives a view another name, or shows it to others. */
export async function updateView(project: string, name: string, changes: Pick<SavedView, 'name' | 'visibility'>): Promise<void> {
  await bodyOf(api.PATCH('/v1/projects/{project_identifier}/views/{view_name}', { params: pathOf(project, name), body: changes }));
}

export async function deleteView(project: string, name: string, keepalive: boolean): Promise<void> {
  await done(api.DELETE('/v1/projects/{project_identifier}/views/{view_name}', { params: pathOf(project, name), keepalive }));
}

/** Whether a list is just what a view keeps. */
export function isViewOf(view: SavedView, listed: ListedView): boolean {
  return (['scope', 'filter', 'sort', 'columns', 'group'] as const).every((part) => listed[part] === view[part]);
}

/** The list address of a view; keeps the current time range. */
export function searchOfView(view: SavedView): Changes<ListSearch> {
  return {
    scope: SCOPES.find((one) => one === view.scope && one !== 'traces'),
    q: view.filter === '' ? undefined : view.filter,
    sort: view.sort ?? undefined,
    cols: view.columns ?? undefined,
    group: groupingOf(view.group),
  };
}

/** The same of a list of sessions. */
export function sessionsOfView({ filter, sort }: SavedView): Changes<SessionListSearch> {
  return { sort: undefined, order: undefined, annotation: undefined, ...sessionSortOf(sort), q: filter === '' ? undefined : filter };
}
