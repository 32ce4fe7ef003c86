import { useQuery } from '@tanstack/react-query';
import { projectOptions } from './projects.calls.ts';

/** "Project:1" and the like, in base64. */
const GLOBAL_ID = /^UHJvamVjdDo[A-Za-z0-9+/]+=*$/;

/** Whether an address names a project by its Global ID. */
export function isProjectId(named: string): boolean {
  return GLOBAL_ID.test(named);
}

/**
 * A project's name, which its address may not contain: some names can't be distinguished from a
 * path.
 */
export function useProjectName(named: string): string {
  const { data } = useQuery({ ...projectOptions(named), enabled: isProjectId(named) });
  return data?.name ?? named;
}
