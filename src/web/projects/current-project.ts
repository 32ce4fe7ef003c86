import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projectsPath, settingsPath } from '#web/platform/address/paths.ts';
import { text } from '#web/platform/address/search-schema.ts';
import { keep, readKept } from '#web/platform/storage/stored-setting.ts';

const KEPT_PROJECT = 'telltale.project';

/** A project whose pages are one step away. */
export interface CurrentProject {
  /** As its addresses have it; undefined where none is. */
  readonly project: string | undefined;
  /** Whether this page belongs to no project. */
  readonly isBefore: boolean;
}

/**
 * The project of this address; on pages of none, such as datasets, the one before it in this tab.
 * Settings have it in their address, so that links and other tabs keep it too. Going to the list of
 * all leaves it.
 */
export function useCurrentProject(): CurrentProject {
  const { project } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On the way to a page the path is its own already, and the parameters still those of the page
  // before it.
  const isLeft = path === projectsPath;
  const isOn = project !== undefined && path.startsWith(`${projectsPath}/`);
  const asked = useRouterState({ select: ({ location }) => projectOfSettings(location) });
  const now = isOn ? project : asked;
  useEffect(() => {
    if (isLeft) keep(KEPT_PROJECT, '');
    else if (now !== undefined) keep(KEPT_PROJECT, now);
  }, [isLeft, now]);
  if (isLeft) return { project: undefined, isBefore: false };
  if (isOn) return { project, isBefore: false };
  const before = asked ?? readKept(KEPT_PROJECT) ?? '';
  return before === ''
    ? { project: undefined, isBefore: false }
    : { project: before, isBefore: true };
}

/** The parts of a Settings address. */
function projectOfSettings({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: object;
}): string | undefined {
  return pathname.startsWith(settingsPath) && 'project' in search
    ? text(search.project)
    : undefined;
}
