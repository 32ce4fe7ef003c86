import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import {
  EXPERIMENTS_KEY,
  changeExperiment,
  deleteExperiments,
  removeTag,
  setTag,
  type ExperimentChanges,
} from '../experiments.calls.ts';

/** The tag of the experiment that the others of a dataset are compared with. */
export const BASELINE = 'baseline';

/** The user's changes of experiments; refreshes everything that shows them. */
export function useExperimentChanges(dataset: string) {
  const client = useQueryClient();
  const readAgain = useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [kind, id] }) =>
          (kind === EXPERIMENTS_KEY && id === dataset) ||
          kind === 'experiment' ||
          kind === 'comparison' ||
          kind === 'dataset' ||
          kind === 'datasets',
      }),
    [client, dataset],
  );
  return {
    setBaseline: (
      experiment: Pick<Experiment, 'id' | 'name' | 'sequence_number'>,
      isBaseline: boolean,
    ): void => {
      const change = isBaseline
        ? setTag(experiment.id, BASELINE)
        : removeTag(experiment.id, BASELINE);
      change
        .then(async () => {
          await readAgain();
          const number = `#${experiment.sequence_number}`;
          showToast({
            text: isBaseline
              ? `${number} is the baseline now`
              : `${number} is no longer the baseline`,
          });
        })
        .catch((error: unknown) => {
          showToast({
            tone: 'error',
            text: error instanceof Error ? error.message : 'The baseline could not be changed.',
          });
        });
    },
    change: async (id: string, changes: ExperimentChanges): Promise<void> => {
      await changeExperiment(id, changes);
      await readAgain();
    },
    changeTags: async (
      id: string,
      added: readonly string[],
      removed: readonly string[],
    ): Promise<void> => {
      try {
        for (const name of removed) await removeTag(id, name);
        for (const name of added) await setTag(id, name);
      } finally {
        // Some may have been changed before one was refused.
        await readAgain();
      }
    },
    remove: async (ids: readonly string[], withTraces: boolean): Promise<void> => {
      await deleteExperiments(ids, withTraces);
      await readAgain();
    },
  };
}
