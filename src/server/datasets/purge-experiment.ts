import type { JobContext, JobPayload } from '#server/jobs/catalogue.ts';
import { deletedExperiment, forgetExperiment, purgeExperimentStep } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** Of each table, some of whose rows may hold a megabyte. */
const ROWS_PER_STEP = 200;

/** The projects of experiments. Each call may be repeated, and none minds a project that does not exist. */
export interface ExperimentProjects {
  /** Leaves a project out of lists; creates it where there is none. */
  hide(name: string): Promise<void>;
  /** Shows it in lists again. */
  show(name: string): Promise<void>;
  /** Deletes it with its traces. */
  remove(name: string): Promise<void>;
}

/**
 * Makes the handler of `experiment.purge`: deletes the rows of a deleted experiment in small steps. A rerun continues where the last one
 * ended.
 */
export function purgeExperiment(
  store: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'experiment.purge'>, context: JobContext) => Promise<void> {
  return async ({ experimentId, deleteProject }, { signal }) => purgeRowsOf(store, projects, { id: experimentId, deleteProject }, signal);
}

/**
 * Makes the handler of `experiment.project`: creates the project of an experiment whose creation was interrupted between the two databases.
 */
export function restoreExperimentProject(
  { db }: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'experiment.project'>, context: JobContext) => Promise<void> {
  return async ({ experimentId }) => {
    const experiment = await findExperiment(db, experimentId);
    if (experiment === null) return;
    await projects.hide(experiment.project_name);
    // Deleted meanwhile: its project stays, and is shown.
    if ((await findExperiment(db, experimentId)) === null) await projects.show(experiment.project_name);
  };
}

/** Deletes the rows of a deleted experiment, and its project if requested. */
export async function purgeRowsOf(
  store: MetaStore,
  projects: ExperimentProjects,
  { id, deleteProject }: { readonly id: number; readonly deleteProject: boolean },
  signal: AbortSignal,
): Promise<void> {
  const experiment = await deletedExperiment(store.db, id);
  if (experiment === null) return;
  if (deleteProject) await projects.remove(experiment.projectName);
  else await projects.show(experiment.projectName);
  do signal.throwIfAborted();
  while (await purgeExperimentStep(store, id, ROWS_PER_STEP));
  await forgetExperiment(store.db, id);
}
