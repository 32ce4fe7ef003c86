import { AppError, invariant } from '#contracts/wire/errors.ts';
import { RESAMPLES } from '#core/statistics/bootstrap.ts';
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
} from '#core/ports/experiment-figures.ts';
import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import { comparisonHead } from './comparison-head.ts';
import { comparisonPage } from './comparison-page.ts';
import { compareFrames, type Comparison } from './comparison.ts';
import { LIST_RESAMPLES } from './estimates.ts';
import { exampleDetail } from './example-detail.ts';
import type { ExperimentFrame } from './experiment-frame.ts';
import { splitFigures, summaryFigures } from './experiment-summary.ts';
import { FrameCache } from './frame-cache.ts';
import { gateTasks } from './gate.ts';
import { readScorings, type ScoringOf } from './scorings.ts';
import type { RowSource } from './row-source.ts';
import { turnsWithin, type Turn } from './turns.ts';

/** One request, its deadline, and how it yields to others. */
interface Request {
  readonly budget: ReadBudget;
  readonly turn: Turn;
}

const MEBIBYTE = 1024 * 1024;
/** Some forty experiments of 10,000 runs with three evaluators each. */
const FRAME_BYTES_MAX = 64 * MEBIBYTE;

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

  async #summaries({ experimentIds, baselineId }: SummaryParams, { budget, turn }: Request): Promise<readonly SummaryFigures[]> {
    const { frames, baseline, scoringOf } = this.#loadWith(experimentIds, baselineId);
    const options = { resamples: LIST_RESAMPLES, budget };
    const summaries: SummaryFigures[] = [];
    for (const frame of frames) summaries.push(await summaryFigures(frame, baseline, { scoringOf, options, turn }));
    return summaries;
  }

  async #summary(
    { experimentId, baselineId }: { readonly experimentId: number; readonly baselineId: number | null },
    { budget, turn }: Request,
  ): Promise<{ readonly summary: SummaryFigures; readonly splits: SplitFigures[] }> {
    const { frames, baseline, scoringOf } = this.#loadWith([experimentId], baselineId);
    const [frame] = frames;
    invariant(frame !== undefined, 'there is a frame for each experiment');
    const work = { scoringOf, options: { resamples: RESAMPLES, budget }, turn };
    return { summary: await summaryFigures(frame, baseline, work), splits: await splitFigures(this.#source, frame, work) };
  }

  #page(params: ComparisonPageParams, { turn }: Request): Promise<ComparisonRows> {
    return comparisonPage(this.#source, this.#compare(params.experimentIds), params, turn);
  }

  #head(params: HeadParams, { budget, turn }: Request): Promise<ComparisonHead> {
    return comparisonHead(this.#source, this.#compare(params.experimentIds), params, { resamples: RESAMPLES, budget }, turn);
  }

  #detail({ experimentIds, exampleId }: DetailParams): ExampleDetail {
    return this.#source.snapshot(() => exampleDetail(this.#source, experimentIds, exampleId));
  }

  async #gate({ experimentId, baselineId, rules, requireSignificance }: GateParams, { budget, turn }: Request): Promise<GateRuleResult[]> {
    const { frames, baseline, scoringOf } = this.#loadWith([experimentId], baselineId);
    const [experiment] = frames;
    invariant(experiment !== undefined, 'there is a frame for each experiment');
    const results: GateRuleResult[] = [];
    for (const task of gateTasks(rules, { experiment, baseline, scoringOf, requireSignificance }, { resamples: RESAMPLES, budget })) {
      await turn();
      results.push(task());
    }
    return results;
  }

  #compare(experimentIds: readonly number[]): Comparison {
    const { frames, scoringOf } = this.#load(experimentIds);
    const [base, ...further] = frames;
    if (base === undefined) throw new AppError('unprocessable', 'experiment is required: Global IDs of 1 to 4 experiments.');
    return compareFrames([base, ...further], scoringOf);
  }

  /** The frames of the experiments, and apart from them that of the baseline. */
  #loadWith(experimentIds: readonly number[], baselineId: number | null) {
    const { frames, scoringOf } = this.#load(baselineId === null ? experimentIds : [...experimentIds, baselineId]);
    return { frames: frames.slice(0, experimentIds.length), baseline: frames[experimentIds.length] ?? null, scoringOf };
  }

  #load(experimentIds: readonly number[]): { readonly frames: readonly ExperimentFrame[]; readonly scoringOf: ScoringOf } {
    return this.#source.snapshot(() => {
      const frames = this.#frames.framesOf(this.#source, experimentIds);
      return { frames, scoringOf: readScorings(this.#source, frames) };
    });
  }
}
