import type {
  ComparisonSort,
  ComparisonView,
} from '#contracts/experiments/experiment-comparison.ts';
import type { PairedDifference, SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { GateRule } from '#core/experiments/gate-rule.ts';

/** Figures of an experiment's runs, or of some of them. */
export type RunFigures = Omit<SplitFigures, 'split' | 'example_count'>;

/** An experiment's figures, and how they differ from the baseline's; none without a baseline. */
export interface SummaryFigures extends RunFigures {
  readonly against_baseline: PairedDifference[];
}

/** Experiments and the baseline of their dataset. */
export interface SummaryParams {
  readonly experimentIds: readonly number[];
  readonly baselineId: number | null;
}

/** Which examples of a comparison are meant. */
export interface ChosenExamples {
  /** Null for all evaluations. */
  readonly evaluation: string | null;
  readonly filter: string;
  /** Numbers of splits; null for all examples. */
  readonly splitIds: readonly number[] | null;
}

/** A row's position: its sort value (null for none) and its example. */
export interface RowAnchor {
  readonly key: number | null;
  readonly exampleId: number;
}

/** Experiments of one dataset, the base first, and a page of their examples. */
export interface ComparisonPageParams extends ChosenExamples {
  readonly experimentIds: readonly number[];
  readonly show: ComparisonView;
  readonly sort: ComparisonSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** The last row before the page; null for the first page. */
  readonly after: RowAnchor | null;
}
export interface ComparisonRows {
  /** JSON: a list of `ComparedExample`. */
  readonly data: string;
  /** The anchor of the page that follows; null at the end. */
  readonly next: RowAnchor | null;
  readonly total: number;
}

export interface HeadParams extends ChosenExamples {
  readonly experimentIds: readonly number[];
}

/** The figures of a comparison as a whole. */
export interface ComparisonHead {
  readonly example_count: number;
  readonly shared_example_count: number;
  readonly counts: Readonly<Record<ComparisonView, number>>;
  readonly evaluations: readonly string[];
  /** By further experiment: evaluations by name, then the measures. */
  readonly differences: readonly (readonly PairedDifference[])[];
}

export interface DetailParams {
  readonly experimentIds: readonly number[];
  readonly exampleId: number;
}

/** Everything of one example in some experiments, as JSON texts. */
export interface ExampleDetail {
  /** A `DatasetExample`; null when none of the experiments has it. */
  readonly example: string | null;
  /** By experiment, in the order asked for: a list of `FullComparedRun`. */
  readonly runs: readonly string[];
}

export interface GateParams {
  readonly experimentId: number;
  readonly baselineId: number | null;
  readonly rules: readonly GateRule[];
  readonly requireSignificance: boolean;
}

/**
 * Figures of experiments, by row number. All methods reject with `not_found` for a deleted
 * experiment, with `unavailable` when there are too many concurrent requests, and with
 * `deadline_exceeded` when an answer takes too long or `signal` aborts.
 */
export interface ExperimentFigures<Signal = never> {
  /** By experiment, in the order asked for, with intervals that are exact enough for a list. */
  summaries(params: SummaryParams, signal?: Signal): Promise<readonly SummaryFigures[]>;
  /** Of one experiment, and of the splits that its examples are in now. */
  summary(
    params: { readonly experimentId: number; readonly baselineId: number | null },
    signal?: Signal,
  ): Promise<{ readonly summary: SummaryFigures; readonly splits: SplitFigures[] }>;
  page(params: ComparisonPageParams, signal?: Signal): Promise<ComparisonRows>;
  head(params: HeadParams, signal?: Signal): Promise<ComparisonHead>;
  detail(params: DetailParams, signal?: Signal): Promise<ExampleDetail>;
  /** By rule, in order. */
  gate(params: GateParams, signal?: Signal): Promise<GateRuleResult[]>;
}
