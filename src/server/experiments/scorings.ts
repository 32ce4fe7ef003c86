import {
  OPTIMIZATION_DIRECTIONS,
  type OptimizationDirection,
} from '#contracts/annotations/annotation-kind.ts';
import type { BetterDirection } from '#core/statistics/paired-difference.ts';
import {
  measurable,
  remembered,
  type EvaluationColumn,
  type ExperimentFrame,
} from './experiment-frame.ts';
import { rowsFor, textIn, type RowSource } from './row-source.ts';

/**
 * How the evaluations of a name are read: by the annotation config of that name, if there is one.
 */
export interface Scoring {
  readonly direction: OptimizationDirection;
  /** The scores of labels that come without one. */
  readonly labelScores: ReadonlyMap<string, number>;
  /** The same for those that read alike. */
  readonly key: string;
}

/** Says how the evaluations of a name are read. */
export type ScoringOf = (name: string) => Scoring;

const WITHOUT_CONFIG: Scoring = {
  direction: 'MAXIMIZE',
  labelScores: new Map(),
  key: 'MAXIMIZE []',
};

/** How all evaluations in the frames are read, as the annotation configs are now. */
export function readScorings(source: RowSource, frames: readonly ExperimentFrame[]): ScoringOf {
  const names = [
    ...new Set(frames.flatMap(({ evaluations }) => evaluations.map(({ name }) => name))),
  ];
  const scorings = new Map<string, Scoring>();
  const sql = (marks: string): string =>
    `SELECT name, settings FROM annotation_configs WHERE name IN (${marks})`;
  for (const row of rowsFor(source, sql, names))
    scorings.set(textIn(row, 0), scoringOf(textIn(row, 1)));
  return (name) => scorings.get(name) ?? WITHOUT_CONFIG;
}

function scoringOf(settings: string): Scoring {
  // as: the settings were written by `configFields` of `api/annotation-configs`.
  const { optimization_direction: written, values = [] } = JSON.parse(settings) as {
    readonly optimization_direction?: string | null;
    readonly values?: readonly { readonly label: string; readonly score: number | null }[];
  };
  const direction = OPTIMIZATION_DIRECTIONS.find((one) => one === written) ?? 'MAXIMIZE';
  const scored = values.flatMap(({ label, score }): [string, number][] =>
    score === null ? [] : [[label, measurable(score)]],
  );
  return { direction, labelScores: new Map(scored), key: `${direction} ${JSON.stringify(scored)}` };
}

export function betterDirection(direction: OptimizationDirection): BetterDirection {
  return direction === 'MAXIMIZE' ? 'maximize' : direction === 'MINIMIZE' ? 'minimize' : 'none';
}

/** The evaluations of a name, and their scores. */
export interface ScoredColumn {
  readonly column: EvaluationColumn;
  /** By run; of a label without a score, what its config says the label is worth. NaN for none. */
  readonly scores: Float64Array;
  /** By example, over its repetitions. */
  readonly means: Float64Array;
}

/** Null when the experiment has no evaluation of that name. */
export function scoredColumn(
  frame: ExperimentFrame,
  name: string,
  scoring: Scoring,
): ScoredColumn | null {
  return remembered(frame, `scored ${scoring.key} ${name}`, () => {
    const column = frame.evaluations.find((one) => one.name === name);
    if (column === undefined) return null;
    const scores = scoresOf(column, scoring);
    return { column, scores, means: meansByExample(frame, scores) };
  });
}

function scoresOf(
  { scores, labels, labelTexts }: EvaluationColumn,
  { labelScores }: Scoring,
): Float64Array {
  if (labelScores.size === 0) return scores;
  const worth = labelTexts.map((text) => labelScores.get(text) ?? Number.NaN);
  return scores.map((score, run) =>
    Number.isNaN(score) ? (worth[labels[run] ?? -1] ?? Number.NaN) : score,
  );
}

/** The mean of each example's values; NaN for an example without any. */
export function meansByExample(
  { firstRuns }: ExperimentFrame,
  values: Float64Array | Uint8Array,
): Float64Array {
  const means = new Float64Array(firstRuns.length - 1);
  for (let example = 0; example < means.length; example += 1) {
    let [sum, count] = [0, 0];
    for (let run = firstRuns[example] ?? 0; run < (firstRuns[example + 1] ?? 0); run += 1) {
      const value = values[run] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    means[example] = sum / count;
  }
  return means;
}
