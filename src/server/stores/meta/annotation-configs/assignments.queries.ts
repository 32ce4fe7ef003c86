import type { AnnotationConfigRecord } from '../annotation-config-tables.ts';
import type { MetaDb } from '../meta-db.ts';

const PROJECTS_PER_STATEMENT = 500;
const PROJECTS_OF_CONFIG_MAX = 10_000;

/** The configs of a project, newest first, from `fromId` down. */
export async function configsOfProject(
  db: MetaDb,
  projectId: number,
  limit: number,
  fromId: number | null,
): Promise<readonly AnnotationConfigRecord[]> {
  return await db
    .selectFrom('project_annotation_configs as assignment')
    .innerJoin('annotation_configs as config', 'config.id', 'assignment.config_id')
    .selectAll('config')
    .where('assignment.project_id', '=', projectId)
    .where('assignment.config_id', '<=', fromId ?? Number.MAX_SAFE_INTEGER)
    .orderBy('config.id', 'desc')
    .limit(limit)
    .execute();
}

/** Which of these ids name no config; at most 1,000. */
export async function missingConfigs(
  db: MetaDb,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('annotation_configs')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/**
 * Gives a project exactly these configs. Rejects with `conflict` when one was deleted meanwhile.
 */
export async function setConfigsOfProject(
  db: MetaDb,
  projectId: number,
  configIds: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('project_annotation_configs')
      .where('project_id', '=', projectId)
      .execute();
    if (configIds.length > 0) await insertAssignments(transaction, projectId, configIds);
  });
}

/**
 * Gives a project one more config; nothing happens when it has it. Rejects with `conflict` when the
 * config was deleted meanwhile.
 */
export async function assignConfig(db: MetaDb, projectId: number, configId: number): Promise<void> {
  await insertAssignments(db, projectId, [configId]);
}

/** Takes a config from a project; nothing happens when it does not have it. */
export async function unassignConfig(
  db: MetaDb,
  projectId: number,
  configId: number,
): Promise<void> {
  await db
    .deleteFrom('project_annotation_configs')
    .where('project_id', '=', projectId)
    .where('config_id', '=', configId)
    .execute();
}

/** The numbers of the projects that have a config, rising; some may have been deleted since. */
export async function projectsOfConfig(db: MetaDb, configId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('project_annotation_configs')
    .select('project_id')
    .where('config_id', '=', configId)
    .orderBy('project_id')
    .limit(PROJECTS_OF_CONFIG_MAX)
    .execute();
  return rows.map((row) => row.project_id);
}

/** A config that some project has. */
export type AssignedConfig = Pick<AnnotationConfigRecord, 'name' | 'type' | 'settings'> & {
  readonly projectIds: readonly number[];
};

/** Of these names (at most 500), the configs that some project has, with all those projects. */
export async function assignedConfigs(
  db: MetaDb,
  names: readonly string[],
): Promise<readonly AssignedConfig[]> {
  if (names.length === 0) return [];
  const configs = await db
    .selectFrom('annotation_configs')
    .select(['id', 'name', 'type', 'settings'])
    .where('name', 'in', [...names])
    .execute();
  if (configs.length === 0) return [];
  const ids = configs.map(({ id }) => id);
  const assignments = await db
    .selectFrom('project_annotation_configs')
    .selectAll()
    .where('config_id', 'in', ids)
    .execute();
  const projectIdsOf = Map.groupBy(assignments, ({ config_id }) => config_id);
  return configs.map(({ id, ...config }) => ({
    ...config,
    projectIds: (projectIdsOf.get(id) ?? []).map(({ project_id }) => project_id),
  }));
}

/** The projects that have any config, deleted ones among them. */
export async function projectsWithConfigs(db: MetaDb): Promise<readonly number[]> {
  return (
    await db.selectFrom('project_annotation_configs').select('project_id').distinct().execute()
  ).map((row) => row.project_id);
}

/** Takes every config from these projects. */
export async function unassignAll(db: MetaDb, projectIds: readonly number[]): Promise<void> {
  for (let from = 0; from < projectIds.length; from += PROJECTS_PER_STATEMENT) {
    const some = projectIds.slice(from, from + PROJECTS_PER_STATEMENT);
    await db.deleteFrom('project_annotation_configs').where('project_id', 'in', some).execute();
  }
}

async function insertAssignments(
  db: MetaDb,
  projectId: number,
  configIds: readonly number[],
): Promise<void> {
  await db
    .insertInto('project_annotation_configs')
    .values(configIds.map((configId) => ({ project_id: projectId, config_id: configId })))
    .onConflict((conflict) => conflict.columns(['project_id', 'config_id']).doNothing())
    .execute();
}
