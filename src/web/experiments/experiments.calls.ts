import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getExperimentSummary,
  listExperimentSummaries,
} from '#contracts/experiments/experiment-figures.routes.ts';
import {
  deleteExperimentTag,
  deleteExperiments as deleteExperimentsRoute,
  setExperimentTag,
  updateExperiment,
} from '#contracts/experiments/routes.ts';
import type { Experiment, ExperimentTag } from '#contracts/experiments/experiment.ts';
import { call, callExactly, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 50;

/** The first part of the keys of everything that is read of experiments. */
export const EXPERIMENTS_KEY = 'experiments';

/**
 * Experiments of a dataset with their figures, newest first; those whose name contains a text,
 * unless it is empty.
 */
export function summariesOptions(dataset: string, nameContains: string) {
  return infiniteQueryOptions({
    queryKey: [EXPERIMENTS_KEY, dataset, nameContains],
    queryFn: ({ signal, pageParam }) => {
      const name = nameContains === '' ? {} : { name_contains: nameContains };
      return callExactly(listExperimentSummaries, {
        params: { id: dataset },
        query: { limit: PAGE_ROWS, ...cursorParam(pageParam), ...name },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** The figures of one experiment, with those of its splits. */
export function summaryOptions(id: string) {
  return queryOptions({
    queryKey: ['experiment', id, 'summary'],
    queryFn: async ({ signal }) => {
      return (await callExactly(getExperimentSummary, { params: { experiment_id: id }, signal }))
        .data;
    },
    staleTime: 5000,
  });
}

/** The fields of an experiment that can change; absent ones stay. */
export type ExperimentChanges = Partial<Pick<Experiment, 'name' | 'description' | 'metadata'>>;

export async function changeExperiment(id: string, body: ExperimentChanges): Promise<void> {
  await call(updateExperiment, { params: { experiment_id: id }, body });
}

/** Gives an experiment a tag, and takes it from another one of the dataset that has it. */
export async function setTag(id: string, name: string): Promise<ExperimentTag> {
  return (await call(setExperimentTag, { params: { experiment_id: id }, body: { name } })).data;
}

export async function removeTag(id: string, name: string): Promise<void> {
  const path = { experiment_id: id, tag_identifier: name };
  await call(deleteExperimentTag, { params: path });
}

/**
 * Deletes experiments with their runs and evaluations, permanently; with `withTraces` their
 * projects as well.
 */
export async function deleteExperiments(
  ids: readonly string[],
  withTraces: boolean,
): Promise<void> {
  await call(deleteExperimentsRoute, {
    body: { experiment_ids: [...ids], delete_projects: withTraces },
  });
}
