import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';

/**
 * One evaluator's results for an experiment's runs. Columns have one value for each run of the
 * frame.
 */
export interface EvaluationColumn {
  readonly name: string;
  readonly annotatorKinds: readonly AnnotatorKind[];
  /** NaN without a score. */
  readonly scores: Float64Array;
  /** Places in `labelTexts`; -1 without a label. */
  readonly labels: Int32Array;
  readonly labelTexts: readonly string[];
  /** 0 without an evaluation, `EVALUATED` or `EVALUATION_FAILED`. */
  readonly states: Uint8Array;
}
export const EVALUATED = 1;
export const EVALUATION_FAILED = 2;

/**
 * The figures of an experiment in columns: everything that summaries and comparisons count, without
 * inputs and outputs. Examples are in the order of their ids, runs by example and repetition. NaN
 * is no value.
 */
export interface ExperimentFrame {
  readonly experimentId: number;
  /** The state of the experiment it was read from. */
  readonly changeNumber: number;
  readonly repetitions: number;
  readonly exampleIds: Float64Array;
  /**
   * Each example's revision when the experiment was created; NaN for one that has runs but is not
   * among the experiment's examples.
   */
  readonly revisionIds: Float64Array;
  /** By example, the place of its first run; one more than there are examples. */
  readonly firstRuns: Int32Array;
  readonly runIds: Float64Array;
  /** By run, the place of its example. */
  readonly exampleOf: Int32Array;
  readonly repetitionOf: Int32Array;
  readonly latenciesMs: Float64Array;
  /** 1 where the task failed. */
  readonly failed: Uint8Array;
  readonly promptTokens: Float64Array;
  readonly completionTokens: Float64Array;
  readonly costsUsd: Float64Array;
  /** 1 where the trace's tokens and cost were not read to the end yet. */
  readonly pending: Uint8Array;
  /** By name; at most `EVALUATORS_MAX`. */
  readonly evaluations: readonly EvaluationColumn[];
  readonly bytes: number;
  /**
   * Figures that were made of this frame, by what they were made with. They go when the frame goes.
   */
  readonly memo: Map<string, unknown>;
}
export const EVALUATORS_MAX = 100;

/** Of scores and costs in figures: the cubes of a million of these still have a sum. */
const MAGNITUDE_MAX = 1e100;

/**
 * A number as figures take it; NaN for one beyond all measure, which is stored and shown, but would
 * leave means and intervals without an end.
 */
export function measurable(value: number): number {
  return Math.abs(value) <= MAGNITUDE_MAX ? value : Number.NaN;
}

/** The places of an example's runs: from the first to before the second. */
export function runsOfExample(
  { firstRuns }: ExperimentFrame,
  example: number,
): readonly [from: number, to: number] {
  return example < 0 ? [0, 0] : [firstRuns[example] ?? 0, firstRuns[example + 1] ?? 0];
}

/** Computes a value once per frame and key. Only for values of one type per key. */
export function remembered<V>(frame: ExperimentFrame, key: string, make: () => V): V {
  const known = frame.memo.get(key);
  // as: what is kept under a key was made by the same caller for that key.
  if (known !== undefined) return known as V;
  if (frame.memo.size >= MEMO_MAX) frame.memo.clear();
  const made = make();
  frame.memo.set(key, made);
  return made;
}
/** Figures kept for one frame: of its splits, and against some other experiments. */
const MEMO_MAX = 200;
