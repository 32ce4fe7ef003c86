import type { EvaluatorFigures } from '#contracts/experiments/experiment-figures.ts';
import type { RunFigures } from '#core/ports/experiment-figures.ts';
import { averagePassAtK } from '#core/statistics/pass-at-k.ts';
import { exactPercentiles } from '#core/statistics/percentile.ts';
import { meanEstimate, passRateEstimate, type EstimateOptions } from './estimates.ts';
import {
  EVALUATED,
  EVALUATION_FAILED,
  type EvaluationColumn,
  type ExperimentFrame,
} from './experiment-frame.ts';
import { scoredColumn, type Scoring, type ScoringOf } from './scorings.ts';

const LABELS_MAX = 20;
const K_MAX = 10;

/** Runs of a frame that figures are made of: all of them, or those of some examples. */
export interface ChosenRuns {
  /** Places of runs, in order. */
  readonly places: Int32Array;
  /** Names the choice for the seeds of its intervals. */
  readonly key: string;
}

/** The runs of all examples, or of those with a 1 in `chosen`. */
export function chosenRuns(
  frame: ExperimentFrame,
  chosen: Uint8Array | null,
  key: string,
): ChosenRuns {
  const all = new Int32Array(frame.runIds.length);
  for (let run = 0; run < all.length; run += 1) all[run] = run;
  return {
    key,
    places: chosen === null ? all : all.filter((run) => chosen[frame.exampleOf[run] ?? 0] === 1),
  };
}

/** The figures of runs, without those of evaluators. */
export function runFigures(
  frame: ExperimentFrame,
  { places }: ChosenRuns,
): Omit<RunFigures, 'evaluators'> {
  const [p50, p90, p99] = exactPercentiles(picked(frame.latenciesMs, places), [0.5, 0.9, 0.99]);
  const failed = places.reduce((sum, run) => sum + (frame.failed[run] ?? 0), 0);
  return {
    run_count: places.length,
    error_rate: places.length === 0 ? null : failed / places.length,
    latency_p50_ms: p50 ?? null,
    latency_p90_ms: p90 ?? null,
    latency_p99_ms: p99 ?? null,
    prompt_tokens: sumOf(frame.promptTokens, places),
    completion_tokens: sumOf(frame.completionTokens, places),
    cost_usd: sumOf(frame.costsUsd, places),
    pending_traces: places.reduce((sum, run) => sum + (frame.pending[run] ?? 0), 0),
  };
}

/**
 * One function for each evaluator, by name: each is slow, and other requests may be answered in
 * between.
 */
export function evaluatorTasks(
  frame: ExperimentFrame,
  chosen: ChosenRuns,
  scoringOf: ScoringOf,
  options: EstimateOptions,
): readonly (() => EvaluatorFigures)[] {
  return frame.evaluations.map(
    (column) => () => evaluatorFigures(frame, chosen, column, scoringOf(column.name), options),
  );
}

function evaluatorFigures(
  frame: ExperimentFrame,
  { places, key }: ChosenRuns,
  column: EvaluationColumn,
  scoring: Scoring,
  options: EstimateOptions,
): EvaluatorFigures {
  const scores = picked(scoredColumn(frame, column.name, scoring)?.scores ?? column.scores, places);
  const exampleOf = places.map((run) => frame.exampleOf[run] ?? 0);
  const isBinary = isPassFail(scores);
  const rate = isBinary ? passRateEstimate(scores, exampleOf) : null;
  let [evaluated, failed] = [0, 0];
  for (const run of places) {
    if (column.states[run] === EVALUATED) evaluated += 1;
    if (column.states[run] === EVALUATION_FAILED) failed += 1;
  }
  return {
    name: column.name,
    annotator_kinds: [...column.annotatorKinds],
    direction: scoring.direction,
    count: evaluated,
    error_count: failed,
    is_binary: isBinary,
    // The mean of zeros and ones is their pass rate: one number has one interval.
    mean_score:
      rate ??
      meanEstimate(scores, exampleOf, `mean ${frame.experimentId} ${key} ${column.name}`, options),
    pass_rate: rate,
    pass_at_k:
      isBinary && frame.repetitions > 1 ? passAtKs(scores, exampleOf, frame.repetitions) : [],
    labels: frequentLabels(column, places),
  };
}

/** Whether there are scores, and all are 0 or 1. */
function isPassFail(scores: Float64Array): boolean {
  let some = false;
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    if (score !== 0 && score !== 1) return false;
    some = true;
  }
  return some;
}

function passAtKs(
  scores: Float64Array,
  exampleOf: Int32Array,
  repetitions: number,
): EvaluatorFigures['pass_at_k'] {
  const counts = new Map<number, { n: number; passes: number }>();
  for (const [at, score] of scores.entries()) {
    if (Number.isNaN(score)) continue;
    const example = exampleOf[at] ?? 0;
    const count = counts.get(example) ?? { n: 0, passes: 0 };
    count.n += 1;
    count.passes += score;
    counts.set(example, count);
  }
  const all = [...counts.values()];
  const tries = Int32Array.from(all, ({ n }) => n);
  const passes = Int32Array.from(all, (count) => count.passes);
  const found: EvaluatorFigures['pass_at_k'] = [];
  for (let k = 1; k <= Math.min(K_MAX, repetitions); k += 1) {
    const { passAtK, passHatK } = averagePassAtK(tries, passes, k);
    if (passAtK !== null && passHatK !== null)
      found.push({ k, pass_at_k: passAtK, pass_power_k: passHatK });
  }
  return found;
}

function frequentLabels(
  { labels, labelTexts }: EvaluationColumn,
  places: Int32Array,
): EvaluatorFigures['labels'] {
  const counts = new Float64Array(labelTexts.length);
  for (const run of places) {
    const label = labels[run] ?? -1;
    if (label >= 0) counts[label] = (counts[label] ?? 0) + 1;
  }
  return labelTexts
    .map((label, at) => ({ label, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, LABELS_MAX);
}

function picked(values: Float64Array, places: Int32Array): Float64Array {
  const found = new Float64Array(places.length);
  for (let at = 0; at < found.length; at += 1) found[at] = values[places[at] ?? 0] ?? Number.NaN;
  return found;
}

/** The sum of the values there are; null without any. */
function sumOf(values: Float64Array, places: Int32Array): number | null {
  let [sum, some] = [0, false];
  for (const run of places) {
    const value = values[run] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    some = true;
  }
  return some ? sum : null;
}
