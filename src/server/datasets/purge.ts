import { AppError } from '#contracts/wire/errors.ts';
import type { JobContext, JobPayload } from '#server/jobs/catalogue.ts';
import { purgeState, purgeStep } from '#server/stores/meta/datasets/purge.queries.ts';
import { purgeSplitStep } from '#server/stores/meta/datasets/splits.queries.ts';
import {
  deletedExperiment,
  forgetExperiment,
  purgeExperimentStep,
  anyExperimentOf,
} from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** Of each table, some of whose rows may hold a megabyte. */
const ROWS_PER_STEP = 200;
const EXAMPLES_PER_STEP = 1_000;

/**
 * The projects of experiments. Each call may be repeated, and none minds a project that does not
 * exist.
 */
export interface ExperimentProjects {
  /** Leaves a project out of lists; creates it where there is none. */
  hide(name: string): Promise<void>;
  /** Shows it in lists again. */
  show(name: string): Promise<void>;
  /** Deletes it with its traces. */
  remove(name: string): Promise<void>;
}

/**
 * Makes the handler of `experiment.purge`: deletes the rows of a deleted experiment in small steps.
 * A rerun continues where the last one ended.
 */
export function purgeExperiment(
  store: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'experiment.purge'>, context: JobContext) => Promise<void> {
  return async ({ experimentId, deleteProject }, { signal }) =>
    purgeRowsOf(store, projects, { id: experimentId, deleteProject }, signal);
}

/**
 * Makes the handler of `experiment.project`: creates the project of an experiment whose creation
 * was interrupted between the two databases.
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
    if ((await findExperiment(db, experimentId)) === null)
      await projects.show(experiment.project_name);
  };
}

/** Deletes the rows of a deleted experiment, and its project if requested. */
async function purgeRowsOf(
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

/**
 * Makes the handler of `dataset.purge`: deletes the rows of a deleted dataset and its experiments
 * in small steps. A rerun continues where the last one ended.
 */
export function purgeDataset(
  store: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'dataset.purge'>, context: JobContext) => Promise<void> {
  return async ({ datasetId, deleteProjects: deleteProject = false }, { signal }) => {
    const state = await purgeState(store, datasetId);
    if (state === 'gone') return;
    if (state === 'changing')
      throw new AppError(
        'unavailable',
        'The dataset is still being changed; its rows go when that has ended.',
      );
    for (
      let id = await anyExperimentOf(store.db, datasetId);
      id !== null;
      id = await anyExperimentOf(store.db, datasetId)
    )
      await purgeRowsOf(store, projects, { id, deleteProject }, signal);
    do signal.throwIfAborted();
    while (await purgeStep(store, datasetId, EXAMPLES_PER_STEP));
  };
}

/**
 * Makes the handler of `dataset.purge_split`: deletes the members of a deleted split in small
 * steps. A rerun continues where the last one ended.
 */
export function purgeSplit({
  db,
}: MetaStore): (payload: JobPayload<'dataset.purge_split'>, context: JobContext) => Promise<void> {
  return async ({ splitId }, { signal }) => {
    do signal.throwIfAborted();
    while (await purgeSplitStep(db, splitId));
  };
}
