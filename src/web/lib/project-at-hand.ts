import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projectsPath } from './paths.ts';
import { keep, readKept } from './stored-setting.ts';

const KEPT_PROJECT = 'telltale.project';

/** A project whose pages are one step away. */
export interface ProjectAtHand {
  /** As its addresses have it; undefined where none is. */
  readonly project: string | undefined;
  /** Whether this page is none of its own. */
  readonly isBefore: boolean;
}

/** The project of this address; on pages of none, such as datasets, the one before it in this tab. Going to the list of all leaves it. */
export function useProjectAtHand(): ProjectAtHand {
  const { project } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  // On the way to a page the path is its own already, and the parameters still those of the page before it.
  const isLeft = path === projectsPath;
  const isOn = project !== undefined && path.startsWith(`${projectsPath}/`);
  useEffect(() => {
    if (isLeft) keep(KEPT_PROJECT, '');
    else if (isOn) keep(KEPT_PROJECT, project);
  }, [isLeft, isOn, project]);
  if (isLeft) return { project: undefined, isBefore: false };
  if (isOn) return { project, isBefore: false };
  const before = readKept(KEPT_PROJECT) ?? '';
  return before === '' ? { project: undefined, isBefore: false } : { project: before, isBefore: true };
}
