import { findProject } from './find-project.ts';
import type { Query } from '#server/threads/query.ts';

/** The row number of a project, for what lives outside the span store. */
export const getProjectNumber: Query<{ readonly project: string }, number> = {
  name: 'projects.number',
  run: async ({ projects }, { project }) => (await findProject(projects, project)).id,
};
