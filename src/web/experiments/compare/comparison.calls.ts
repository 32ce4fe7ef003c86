import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ComparedExample,
  ComparisonSort,
  ComparisonView,
  ComparedExampleReply,
  ComparisonSummaryReply,
} from '#contracts/experiments/experiment-comparison.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import type { Static } from 'typebox';
import {
  compareExample,
  compareExperiments,
  summarizeComparison,
} from '#contracts/experiments/experiment-figures.routes.ts';
import {
  deleteExperimentEvaluation,
  upsertExperimentEvaluation,
} from '#contracts/experiments/experiment-run.routes.ts';
import { getExperiment, listExperiments } from '#contracts/experiments/routes.ts';
import { call, callExactly, cursorParam } from '#web/platform/http/client.ts';

/** The first page has few rows, so that it is soon there. */
const EXPERIMENTS_PAGE = 100;

export type ComparisonSummary = Static<typeof ComparisonSummaryReply>['data'];
export type FullExample = Static<typeof ComparedExampleReply>['data'];
export type FullSide = FullExample['experiments'][number];
export type FullRun = FullSide['runs'][number];
export type FullEvaluation = FullRun['evaluations'][number];

/** Which rows of a comparison. */
export interface ComparisonWish {
  /** Global IDs, the base first. */
  readonly experiments: readonly string[];
  readonly filter: string;
  readonly splits: readonly string[];
  readonly evaluation: string | null;
}
export interface RowsWish extends ComparisonWish {
  readonly show: ComparisonView;
  readonly sort: ComparisonSort;
  readonly order: 'asc' | 'desc';
}

function queryOf({ experiments, filter, splits, evaluation }: ComparisonWish) {
  return {
    experiment: [...experiments],
    ...(filter === '' ? {} : { filter }),
    ...(splits.length === 0 ? {} : { split: [...splits] }),
    ...(evaluation === null ? {} : { evaluation }),
  };
}

/** Rows of a comparison, so many from some place on, and how many there are. */
export async function readComparedRows(
  wish: RowsWish,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly ComparedExample[]; total: number }> {
  const { show, sort, order } = wish;
  const query = { ...queryOf(wish), show, sort, order, limit, ...(offset === 0 ? {} : { offset }) };
  const { data, total } = await call(compareExperiments, { query, signal });
  return { rows: data, total };
}

/** The prefix of the query keys of comparisons. */
export const COMPARISON_KEY = 'experiment-comparison';

/** The figures above the rows. */
export function comparisonSummaryOptions(wish: ComparisonWish) {
  return queryOptions({
    queryKey: [COMPARISON_KEY, 'summary', queryOf(wish)],
    queryFn: async ({ signal }) =>
      (await call(summarizeComparison, { query: queryOf(wish), signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5000,
    retry: false,
  });
}

/** Everything of one example, outputs with their numbers as they were sent. */
export function fullExampleOptions(experiments: readonly string[], example: string) {
  return queryOptions({
    queryKey: [COMPARISON_KEY, 'example', experiments, example],
    queryFn: async ({ signal }): Promise<FullExample> => {
      const query = { experiment: [...experiments], example };
      return (await callExactly(compareExample, { query, signal })).data;
    },
    staleTime: 30_000,
    retry: false,
  });
}

/** The experiments of a dataset without figures, newest first. */
export function datasetExperimentsOptions(dataset: string) {
  return infiniteQueryOptions({
    queryKey: [COMPARISON_KEY, 'experiments', dataset],
    queryFn: ({ signal, pageParam }) => {
      return call(listExperiments, {
        params: { id: dataset },
        query: { limit: EXPERIMENTS_PAGE, ...cursorParam(pageParam) },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    staleTime: 5000,
    retry: false,
  });
}

/** One experiment, by its Global ID. */
export async function readExperiment(id: string): Promise<Experiment> {
  return (await call(getExperiment, { params: { experiment_id: id } })).data;
}

/** A run's evaluation under a name. */
export interface RunVerdict {
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
}

/**
 * Saves a run's evaluation under a name, replacing the previous one; resolves to the Global ID of
 * the evaluation.
 */
export async function saveEvaluation(
  run: string,
  name: string,
  kind: AnnotatorKind,
  verdict: RunVerdict,
  more: {
    readonly metadata?: Record<string, unknown>;
    readonly trace_id?: string | null;
    readonly error?: string | null;
  } = {},
): Promise<string> {
  const now = new Date().toISOString();
  const body = {
    experiment_run_id: run,
    name,
    annotator_kind: kind,
    start_time: now,
    end_time: now,
    result: { label: verdict.label, score: verdict.score, explanation: verdict.explanation },
    ...more,
  };
  return (await call(upsertExperimentEvaluation, { body })).data.id;
}

export async function deleteEvaluation(id: string): Promise<void> {
  await call(deleteExperimentEvaluation, { params: { evaluation_id: id } });
}
