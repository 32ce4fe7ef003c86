import { AppError } from '#contracts/wire/errors.ts';
import type { JobContext, JobPayload } from '#server/jobs/catalogue.ts';
import { anyExperimentOf } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { purgeState, purgeStep } from '#server/stores/meta/datasets/purge.queries.ts';
import { purgeSplitStep } from '#server/stores/meta/datasets/splits.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { purgeRowsOf, type ExperimentProjects } from './purge-experiment.ts';

const EXAMPLES_PER_STEP = 1_000;

/**
 * Makes the handler of `dataset.purge`: deletes the rows of a deleted dataset and its experiments in small steps. A rerun continues where
 * the last one ended.
 */
export function purgeDataset(
  store: MetaStore,
  projects: ExperimentProjects,
): (payload: JobPayload<'dataset.purge'>, context: JobContext) => Promise<void> {
  return async ({ datasetId, deleteProjects: deleteProject = false }, { signal }) => {
    const state = await purgeState(store, datasetId);
    if (state === 'gone') return;
    if (state === 'changing') throw new AppError('unavailable', 'The dataset is still being changed; its rows go when that has ended.');
    for (let id = await anyExperimentOf(store.db, datasetId); id !== null; id = await anyExperimentOf(store.db, datasetId))
      await purgeRowsOf(store, projects, { id, deleteProject }, signal);
    do signal.throwIfAborted();
    while (await purgeStep(store, datasetId, EXAMPLES_PER_STEP));
  };
}

/**
 * Makes the handler of `dataset.purge_split`: deletes the members of a deleted split in small steps. A rerun continues where the last one
 * ended.
 */
export function purgeSplit({ db }: MetaStore): (payload: JobPayload<'dataset.purge_split'>, context: JobContext) => Promise<void> {
  return async ({ splitId }, { signal }) => {
    do signal.throwIfAborted();
    while (await purgeSplitStep(db, splitId));
  };
}
