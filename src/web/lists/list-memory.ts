import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { sessionsPath, tracesPath } from '#web/platform/address/paths.ts';
import {
  readListSearch,
  readSessionListSearch,
  type ListSearch,
  type SessionListSearch,
} from './search-params.ts';
import { keep, readKept } from '#web/platform/storage/stored-setting.ts';

const LISTS_MAX = 50;
const KEPT_LIST = 'telltale.list.';
const KEPT_SESSIONS = 'telltale.sessions.';

/** The last state of each project's list, by the project's name in the address. */
const lists = new Map<string, ListSearch>();

export function rememberList(project: string, search: ListSearch): void {
  lists.delete(project);
  lists.set(project, search);
  keep(KEPT_LIST + project, defaultStringifySearch(search));
  const oldest = lists.size > LISTS_MAX ? lists.keys().next().value : undefined;
  if (oldest !== undefined) lists.delete(oldest);
}

/** A project list's state when it was left in this tab; undefined if it wasn't visited. */
export function lastList(project: string): ListSearch | undefined {
  const kept = lists.has(project) ? null : readKept(KEPT_LIST + project);
  return kept === null ? lists.get(project) : readListSearch(defaultParseSearch(kept));
}

/** The last state of a project's session list in this tab. */
export function rememberSessions(project: string, search: SessionListSearch): void {
  keep(KEPT_SESSIONS + project, defaultStringifySearch(search));
}

/** The way back to a project's sessions, with the search, order and range they were left with. */
export function lastSessionsPath(project: string): string {
  return (
    sessionsPath(project) +
    defaultStringifySearch(
      readSessionListSearch(defaultParseSearch(readKept(KEPT_SESSIONS + project) ?? '')),
    )
  );
}

/** The way back to a project's list, with the filter, range and columns it was left with. */
export function lastListPath(project: string): string {
  return tracesPath(project) + defaultStringifySearch(lastList(project) ?? {});
}
