import type { EvaluatorFigures, PairedDifference, SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import type { RunFigures, SummaryFigures } from '#core/ports/experiment-figures.ts';
import type { EstimateOptions } from './estimates.ts';
import { remembered, type ExperimentFrame } from './experiment-frame.ts';
import type { ScoringOf } from './scorings.ts';
import { evaluatorDifference, sharedExamples } from './paired-figures.ts';
import { chosenRuns, evaluatorTasks, runFigures } from './run-figures.ts';
import { numberIn, textIn, type RowSource } from './row-source.ts';
import type { Turn } from './turns.ts';

/** How figures are made: how evaluations are read, how exact, and how others get a turn. */
export interface SummaryWork {
  readonly scoringOf: ScoringOf;
  readonly options: EstimateOptions;
  readonly turn: Turn;
}

const SPLITS_MAX = 50;

/** The figures of an experiment. They are made once for each state of it, of the baseline and of the annotation configs. */
export async function summaryFigures(frame: ExperimentFrame, baseline: ExperimentFrame | null, work: SummaryWork): Promise<SummaryFigures> {
  const other = baseline === null || baseline.experimentId === frame.experimentId ? null : baseline;
  return {
    ...(await figuresOf(frame, null, '', work)),
    against_baseline: other === null ? [] : await differencesFrom(other, frame, work),
  };
}

function scoringKey(frame: ExperimentFrame, scoringOf: ScoringOf): string {
  return JSON.stringify(frame.evaluations.map(({ name }) => scoringOf(name).key));
}

async function figuresOf(frame: ExperimentFrame, chosen: Uint8Array | null, key: string, work: SummaryWork): Promise<RunFigures> {
  const runs = chosenRuns(frame, chosen, key);
  const evaluators: EvaluatorFigures[] = [];
  const memo = `evaluators ${work.options.resamples} ${scoringKey(frame, work.scoringOf)} ${key}`;
  for (const [index, task] of evaluatorTasks(frame, runs, work.scoringOf, work.options).entries()) {
    await work.turn();
    evaluators.push(chosen === null ? remembered(frame, `${memo} ${index}`, task) : task());
  }
  return { ...runFigures(frame, runs), evaluators };
}

async function differencesFrom(baseline: ExperimentFrame, frame: ExperimentFrame, work: SummaryWork): Promise<PairedDifference[]> {
  const { scoringOf, options, turn } = work;
  const shared = sharedExamples(baseline, frame);
  const differences: PairedDifference[] = [];
  for (const { name } of frame.evaluations) {
    await turn();
    const key = `against ${baseline.experimentId} ${baseline.changeNumber} ${options.resamples} ${scoringOf(name).key} ${name}`;
    differences.push(remembered(frame, key, () => evaluatorDifference({ base: baseline, other: frame }, shared, name, scoringOf, options)));
  }
  return differences;
}

const SPLITS = `SELECT s.name, m.example_id FROM experiment_examples x JOIN dataset_example_splits m ON m.example_id = x.example_id
JOIN dataset_splits s ON s.id = m.split_id WHERE x.experiment_id = ? AND s.created_by_version IS NULL ORDER BY s.name, m.example_id`;

/** The figures of each split that examples of the experiment are in now, by name; at most 50. */
export async function splitFigures(source: RowSource, frame: ExperimentFrame, work: SummaryWork): Promise<SplitFigures[]> {
  const members = new Map<string, number[]>();
  for (const row of source.rows(SPLITS, [frame.experimentId])) {
    const name = textIn(row, 0);
    const list = members.get(name) ?? [];
    if (list.length === 0 && members.size === SPLITS_MAX) continue;
    members.set(name, list);
    list.push(numberIn(row, 1));
  }
  const places = new Map(Array.from(frame.exampleIds, (id, place) => [id, place]));
  const splits: SplitFigures[] = [];
  for (const [split, exampleIds] of members) {
    const chosen = new Uint8Array(frame.exampleIds.length);
    for (const id of exampleIds) {
      const place = places.get(id);
      if (place !== undefined) chosen[place] = 1;
    }
    splits.push({ split, example_count: exampleIds.length, ...(await figuresOf(frame, chosen, split, work)) });
  }
  return splits;
}
