import type { IdCompletions } from '#contracts/search/id-completion.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query } from '#server/threads/query.ts';

interface Asked {
  readonly project: string;
  readonly text: string;
  readonly limit: number;
}

/** Users and sessions of a project by what was typed of their ids. */
export const completeIds: Query<Asked, { data: IdCompletions }> = {
  name: 'metrics.idCompletions',
  run: async ({ projects, figures }, { project, text, limit }) => {
    const found = await findProject(projects, project);
    const { users, sessions } = await figures.idsLike(found.id, text, limit);
    return { data: { users: [...users], sessions: [...sessions] } };
  },
};
