import {
  COMPARISON_VIEWS,
  type ComparisonView,
} from '#contracts/experiments/experiment-comparison.ts';
import type {
  SplitFigures,
  PairedDifference,
  EvaluatorFigures,
} from '#contracts/experiments/experiment-figures.ts';
import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import type {
  ComparisonHead,
  ComparisonPageParams,
  ComparisonRows,
  DetailParams,
  ExampleDetail,
  ExperimentFigures,
  GateParams,
  HeadParams,
  SummaryFigures,
  SummaryParams,
  ChosenExamples,
  RunFigures,
} from '#core/ports/experiment-figures.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import { RESAMPLES } from '#core/statistics/bootstrap.ts';
import { comparisonPage, chosenExamples, chosenNames } from './comparison-page.ts';
import { compareFrames, type Comparison } from './comparison.ts';
import { LIST_RESAMPLES, type EstimateOptions } from './estimates.ts';
import { exampleDetail } from './example-detail.ts';
import { type ExperimentFrame, remembered, runsOfExample } from './experiment-frame.ts';
import { FrameCache } from './frame-cache.ts';
import { gateTasks } from './gate.ts';
import { readScorings, type ScoringOf } from './scorings.ts';
import { type RowSource, numberIn, textIn } from './row-source.ts';
import { turnsWithin, type Turn } from './turns.ts';
import { viewTest } from './comparison-order.ts';
import {
  evaluatorDifference,
  measureDifference,
  MEASURES,
  sharedExamples,
} from './paired-figures.ts';
import { chosenRuns, evaluatorTasks, runFigures } from './run-figures.ts';

/** One request, its deadline, and how it yields to others. */
interface Request {
  readonly budget: ReadBudget;
  readonly turn: Turn;
}

const MEBIBYTE = 1024 * 1024;
/** Some forty experiments of 10,000 runs with three evaluators each. */
const FRAME_BYTES_MAX = 64 * MEBIBYTE;
const SPLITS_MAX = 50;

const SPLITS = `SELECT s.name, m.example_id FROM experiment_examples x JOIN dataset_example_splits m ON m.example_id = x.example_id
JOIN dataset_splits s ON s.id = m.split_id WHERE x.experiment_id = ? AND s.created_by_version IS NULL ORDER BY s.name, m.example_id`;

/** Answers requests for experiments' figures, from frames cached while they are current. */
export class ExperimentServer {
  readonly #source: RowSource;
  readonly #frames: FrameCache;

  constructor(source: RowSource, frameBytesMax = FRAME_BYTES_MAX) {
    this.#source = source;
    this.#frames = new FrameCache(frameBytesMax);
  }

  /** The figures for one request, until its budget is used up. */
  within(budget: ReadBudget): ExperimentFigures {
    const request = { budget, turn: turnsWithin(budget) };
    return {
      summaries: (params) => this.#summaries(params, request),
      summary: (params) => this.#summary(params, request),
      page: async (params) => this.#page(params, request),
      head: async (params) => this.#head(params, request),
      detail: async (params) => this.#detail(params),
      gate: (params) => this.#gate(params, request),
    };
  }

  async #summaries(
    { experimentIds, baselineId }: SummaryParams,
    { budget, turn }: Request,
  ): Promise<readonly SummaryFigures[]> {
    const { frames, baseline, scoringOf } = this.#loadWith(experimentIds, baselineId);
    const options = { resamples: LIST_RESAMPLES, budget };
    const summaries: SummaryFigures[] = [];
    for (const frame of frames)
      summaries.push(await summaryFigures(frame, baseline, { scoringOf, options, turn }));
    return summaries;
  }

  async #summary(
    {
      experimentId,
      baselineId,
    }: { readonly experimentId: number; readonly baselineId: number | null },
    { budget, turn }: Request,
  ): Promise<{ readonly summary: SummaryFigures; readonly splits: SplitFigures[] }> {
    const { frames, baseline, scoringOf } = this.#loadWith([experimentId], baselineId);
    const [frame] = frames;
    invariant(frame !== undefined, 'there is a frame for each experiment');
    const work = { scoringOf, options: { resamples: RESAMPLES, budget }, turn };
    return {
      summary: await summaryFigures(frame, baseline, work),
      splits: await splitFigures(this.#source, frame, work),
    };
  }

  #page(params: ComparisonPageParams, { turn }: Request): Promise<ComparisonRows> {
    return comparisonPage(this.#source, this.#compare(params.experimentIds), params, turn);
  }

  #head(params: HeadParams, { budget, turn }: Request): Promise<ComparisonHead> {
    return comparisonHead(
      this.#source,
      this.#compare(params.experimentIds),
      params,
      { resamples: RESAMPLES, budget },
      turn,
    );
  }

  #detail({ experimentIds, exampleId }: DetailParams): ExampleDetail {
    return this.#source.snapshot(() => exampleDetail(this.#source, experimentIds, exampleId));
  }

  async #gate(
    { experimentId, baselineId, rules, requireSignificance }: GateParams,
    { budget, turn }: Request,
  ): Promise<GateRuleResult[]> {
    const { frames, baseline, scoringOf } = this.#loadWith([experimentId], baselineId);
    const [experiment] = frames;
    invariant(experiment !== undefined, 'there is a frame for each experiment');
    const results: GateRuleResult[] = [];
    for (const task of gateTasks(
      rules,
      { experiment, baseline, scoringOf, requireSignificance },
      { resamples: RESAMPLES, budget },
    )) {
      await turn();
      results.push(task());
    }
    return results;
  }

  #compare(experimentIds: readonly number[]): Comparison {
    const { frames, scoringOf } = this.#load(experimentIds);
    const [base, ...further] = frames;
    if (base === undefined)
      throw new AppError(
        'unprocessable',
        'experiment is required: Global IDs of 1 to 4 experiments.',
      );
    return compareFrames([base, ...further], scoringOf);
  }

  /** The frames of the experiments, and apart from them that of the baseline. */
  #loadWith(experimentIds: readonly number[], baselineId: number | null) {
    const { frames, scoringOf } = this.#load(
      baselineId === null ? experimentIds : [...experimentIds, baselineId],
    );
    return {
      frames: frames.slice(0, experimentIds.length),
      baseline: frames[experimentIds.length] ?? null,
      scoringOf,
    };
  }

  #load(experimentIds: readonly number[]): {
    readonly frames: readonly ExperimentFrame[];
    readonly scoringOf: ScoringOf;
  } {
    return this.#source.snapshot(() => {
      const frames = this.#frames.framesOf(this.#source, experimentIds);
      return { frames, scoringOf: readScorings(this.#source, frames) };
    });
  }
}

/**
 * Counts the views, and compares each further experiment with the base on the examples that were
 * chosen.
 */
async function comparisonHead(
  source: RowSource,
  comparison: Comparison,
  params: ChosenExamples,
  options: EstimateOptions,
  turn: Turn,
): Promise<ComparisonHead> {
  const names = chosenNames(comparison, params.evaluation);
  const chosen = await chosenExamples(source, comparison, params, turn);
  const counted = COMPARISON_VIEWS.map((view): [ComparisonView, number] => [
    view,
    chosen.filter(viewTest(comparison, view, names)).length,
  ]);
  const differences: (readonly PairedDifference[])[] = [];
  for (let experiment = 1; experiment < comparison.frames.length; experiment += 1)
    differences.push(
      await differencesOf(comparison, experiment, {
        chosen,
        options,
        turn,
        isWhole: chosen.length === comparison.exampleIds.length,
      }),
    );
  return {
    example_count: chosen.length,
    shared_example_count: chosen.filter((at) =>
      comparison.frames.every((_, experiment) => hasRuns(comparison, experiment, at)),
    ).length,
    // as: one entry for each view.
    counts: Object.fromEntries(counted) as Record<ComparisonView, number>,
    evaluations: comparison.names,
    differences,
  };
}

function hasRuns({ frames, places }: Comparison, experiment: number, at: number): boolean {
  const frame = frames[experiment];
  if (frame === undefined) return false;
  const [from, to] = runsOfExample(frame, places[experiment]?.[at] ?? -1);
  return to > from;
}

interface DifferenceWork {
  readonly chosen: readonly number[];
  /** Whether all examples were chosen. */
  readonly isWhole: boolean;
  readonly options: EstimateOptions;
  readonly turn: Turn;
}

/** Evaluations by name, then the measures. */
async function differencesOf(
  comparison: Comparison,
  experiment: number,
  { chosen, isWhole, options, turn }: DifferenceWork,
): Promise<readonly PairedDifference[]> {
  const [base] = comparison.frames;
  const other = comparison.frames[experiment] ?? base;
  const ids = Float64Array.from(chosen, (at) => comparison.exampleIds[at] ?? 0);
  const shared = sharedExamples(base, other, '', ids);
  const frames = { base, other };
  const { scoringOf, names } = comparison;
  const tasks = [
    ...names.map((name) => () => evaluatorDifference(frames, shared, name, scoringOf, options)),
    ...MEASURES.map((measure) => () => measureDifference(frames, shared, measure, options)),
  ];
  const found: PairedDifference[] = [];
  for (const [index, task] of tasks.entries()) {
    await turn();
    // Results for a part of the examples are as fast to compute as to look up.
    found.push(
      isWhole ? remembered(base, `head ${comparison.key} ${experiment} ${index}`, task) : task(),
    );
  }
  return found;
}

/** How figures are made: how evaluations are read, how exact, and how others get a turn. */
interface SummaryWork {
  readonly scoringOf: ScoringOf;
  readonly options: EstimateOptions;
  readonly turn: Turn;
}

/**
 * The figures of an experiment. They are made once for each state of it, of the baseline and of the
 * annotation configs.
 */
async function summaryFigures(
  frame: ExperimentFrame,
  baseline: ExperimentFrame | null,
  work: SummaryWork,
): Promise<SummaryFigures> {
  const other = baseline === null || baseline.experimentId === frame.experimentId ? null : baseline;
  return {
    ...(await figuresOf(frame, null, '', work)),
    against_baseline: other === null ? [] : await differencesFrom(other, frame, work),
  };
}

function scoringKey(frame: ExperimentFrame, scoringOf: ScoringOf): string {
  return JSON.stringify(frame.evaluations.map(({ name }) => scoringOf(name).key));
}

async function figuresOf(
  frame: ExperimentFrame,
  chosen: Uint8Array | null,
  key: string,
  work: SummaryWork,
): Promise<RunFigures> {
  const runs = chosenRuns(frame, chosen, key);
  const evaluators: EvaluatorFigures[] = [];
  const memo = `evaluators ${work.options.resamples} ${scoringKey(frame, work.scoringOf)} ${key}`;
  for (const [index, task] of evaluatorTasks(frame, runs, work.scoringOf, work.options).entries()) {
    await work.turn();
    evaluators.push(chosen === null ? remembered(frame, `${memo} ${index}`, task) : task());
  }
  return { ...runFigures(frame, runs), evaluators };
}

async function differencesFrom(
  baseline: ExperimentFrame,
  frame: ExperimentFrame,
  work: SummaryWork,
): Promise<PairedDifference[]> {
  const { scoringOf, options, turn } = work;
  const shared = sharedExamples(baseline, frame);
  const differences: PairedDifference[] = [];
  for (const { name } of frame.evaluations) {
    await turn();
    const key = `against ${baseline.experimentId} ${baseline.changeNumber} ${options.resamples} ${scoringOf(name).key} ${name}`;
    differences.push(
      remembered(frame, key, () =>
        evaluatorDifference({ base: baseline, other: frame }, shared, name, scoringOf, options),
      ),
    );
  }
  return differences;
}

/** The figures of each split that examples of the experiment are in now, by name; at most 50. */
async function splitFigures(
  source: RowSource,
  frame: ExperimentFrame,
  work: SummaryWork,
): Promise<SplitFigures[]> {
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
    splits.push({
      split,
      example_count: exampleIds.length,
      ...(await figuresOf(frame, chosen, split, work)),
    });
  }
  return splits;
}
