import { queryOptions } from '@tanstack/react-query';
import {
  deleteView as deleteViewRoute,
  listViews,
  renameView,
  saveView as saveViewRoute,
} from '#contracts/views/routes.ts';
import { call } from '#web/platform/http/client.ts';
import type { View, ViewVisibility } from '#contracts/views/view.ts';
import { groupingOf } from '#web/lists/grouping.ts';
import { type ListSearch, type SessionListSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { sessionSortOf, sessionSortText } from '#web/lists/session-sort.ts';

export type SavedView = View;
/** The parts of a list that a view stores. */
export type ListedView = Omit<SavedView, 'name' | 'updated_at' | 'visibility'>;

function paramsOf(project: string, name: string) {
  return { project_identifier: project, view_name: name };
}

/** The named lists of a project by name, then those that only the viewer sees. */
export function viewsOptions(project: string) {
  return queryOptions({
    queryKey: ['views', project],
    queryFn: async ({ signal }) => {
      return (await call(listViews, { params: { project_identifier: project }, signal })).data;
    },
    staleTime: 10_000,
  });
}

/** Keeps a list under a name, in place of the one that had it. */
export async function saveView(
  project: string,
  name: string,
  listed: ListedView,
  visibility: ViewVisibility,
): Promise<void> {
  await call(saveViewRoute, { params: paramsOf(project, name), body: { ...listed, visibility } });
}

export function viewOfList({ scope, q, sort, cols, group }: ListSearch): ListedView {
  return {
    scope: scope ?? 'traces',
    filter: q ?? '',
    sort: sort ?? null,
    columns: cols ?? null,
    group: group ?? null,
  };
}

export function viewOfSessions({ q, ...order }: SessionListSearch): ListedView {
  return {
    scope: 'sessions',
    filter: q ?? '',
    sort: sessionSortText(order) ?? null,
    columns: null,
    group: null,
  };
}

/** Gives a view another name, or shows it to others. */
export async function updateView(
  project: string,
  name: string,
  changes: Pick<SavedView, 'name' | 'visibility'>,
): Promise<void> {
  await call(renameView, { params: paramsOf(project, name), body: changes });
}

export async function deleteView(project: string, name: string, keepalive: boolean): Promise<void> {
  await call(deleteViewRoute, { params: paramsOf(project, name), keepalive });
}

/** Whether a list is just what a view keeps. */
export function isViewOf(view: SavedView, listed: ListedView): boolean {
  return (['scope', 'filter', 'sort', 'columns', 'group'] as const).every(
    (part) => listed[part] === view[part],
  );
}

/** The list address of a view; keeps the current time range. */
export function searchOfView(view: SavedView): Changes<ListSearch> {
  return {
    scope: view.scope === 'spans' || view.scope === 'llm' ? view.scope : undefined,
    q: view.filter === '' ? undefined : view.filter,
    sort: view.sort ?? undefined,
    cols: view.columns ?? undefined,
    group: groupingOf(view.group),
  };
}

/** The same of a list of sessions. */
export function sessionsOfView({ filter, sort }: SavedView): Changes<SessionListSearch> {
  return {
    sort: undefined,
    order: undefined,
    annotation: undefined,
    ...sessionSortOf(sort),
    q: filter === '' ? undefined : filter,
  };
}
