import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { ProjectReader } from '#core/ports/project-store.ts';

/**
 * The project behind a Global ID or a name (an id of another type is taken as a name); 404 when
 * there is none.
 */
export async function findProject(
  projects: ProjectReader,
  identifier: string,
): Promise<ProjectRow> {
  const id = decodeGlobalId(identifier);
  const byId = id?.type === 'Project';
  const project = await projects.findProject(byId ? { number: id.number } : { name: identifier });
  if (project !== null) return project;
  throw new AppError(
    'not_found',
    `Project with ${byId ? 'ID' : 'name'} '${identifier.slice(0, 200)}' not found`,
  );
}
