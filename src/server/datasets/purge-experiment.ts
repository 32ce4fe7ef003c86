import type { JobContext, JobPayload } from '#server/jobs/catalogue.ts';
import { deletedExperiment, forgetExperiment, purgeExperimentStep } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** Of each table, some of whose rows may hold a megabyte. */
const ROWS_PER_STEP = 200;

/** What happens to the project of an experiment that is deleted. */
export interface ExperimentProjects {
  /** Deletes a project with its traces; nothing happens when there is none. */
  remove(name: string): Promise<void>;
}

/** Makes the handler of `experiment.purge`: the rows of a deleted experiment go in small steps. Running it again goes on where it ended. */
export function purgeExperiment(
  store: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'experiment.purge'>, context: JobContext) => Promise<void> {
  return async ({ experimentId, deleteProject }, { signal }) => purgeRowsOf(store, projects, { id: experimentId, deleteProject }, signal);
}

/** Removes the rows of a deleted experiment, and its project where that is asked for. */
export async function purgeRowsOf(
  store: MetaStore,
  projects: ExperimentProjects,
  { id, deleteProject }: { readonly id: number; readonly deleteProject: boolean },
  signal: AbortSignal,
): Promise<void> {
  const experiment = await deletedExperiment(store.db, id);
  if (experiment === null) return;
  if (deleteProject) await projects.remove(experiment.projectName);
  do signal.throwIfAborted();
  while (await purgeExperimentStep(store, id, ROWS_PER_STEP));
  await forgetExperiment(store.db, id);
}
