import { bootstrapClusteredMean, DRAWS_MAX } from './bootstrap.ts';
import type { MeanInterval } from './bootstrap.ts';
import { pairedDifference } from './paired-difference.ts';
import type { BetterDirection, PairedDifference } from './paired-difference.ts';
import type { WorkBudget } from './resampled-sums.ts';

interface StatisticsTask {
  /** The same seed and data give the same answer: for example the ids of the experiments and the evaluator's name. */
  readonly seed: string;
  /** 10,000 by default. */
  readonly resamples?: number;
  /** 0.95 by default. */
  readonly confidence?: number;
}

/** A mean score with its interval: `bootstrapClusteredMean`. */
export interface MeanTask extends StatisticsTask {
  /** The scores of all runs, NaN for a run without one. */
  readonly values: Float64Array;
  /** The example of each score, as a number from 0: repetitions of one example share it. */
  readonly clusterOf: Int32Array;
}

/** B compared with A on shared examples: `pairedDifference`. */
export interface PairTask extends StatisticsTask {
  /** One score per example, in the same order on both sides: the mean of its repetitions (`clusterMeans`); NaN if it has none. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly direction: BetterDirection;
}

/** What to resample. Plain data, so that it can cross to another thread. */
export interface StatisticsRequest {
  readonly means: readonly MeanTask[];
  readonly pairs: readonly PairTask[];
}

/** One answer for each task, in order; null where no example has the scores it needs. */
export interface StatisticsResult {
  readonly means: readonly (MeanInterval | null)[];
  readonly pairs: readonly (PairedDifference | null)[];
}

/** Most values to draw one by one for a whole request: a few seconds of work. */
const REQUEST_DRAWS_MAX = 1_000_000_000;

/**
 * Answers all tasks of a request. They share a limit of 10^9 random draws, so that a request with many tasks over large samples of distinct values
 * makes fewer resamples of each; every answer says how many. Throws `deadline_exceeded` once `budget` is over.
 */
export function answerStatistics(request: StatisticsRequest, budget?: WorkBudget): StatisticsResult {
  const { means, pairs } = request;
  const drawsMax = Math.min(DRAWS_MAX, REQUEST_DRAWS_MAX / Math.max(1, means.length + pairs.length));
  const limits = { drawsMax, ...(budget === undefined ? {} : { budget }) };
  return {
    means: means.map((task) => bootstrapClusteredMean(task.values, task.clusterOf, { ...task, ...limits })),
    pairs: pairs.map((task) => pairedDifference(task.a, task.b, { ...task, ...limits })),
  };
}
