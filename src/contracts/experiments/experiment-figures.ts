import { Type, type Static } from 'typebox';
import { ANNOTATOR_KINDS, OPTIMIZATION_DIRECTIONS } from '../annotations/annotation-kind.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';
import { Experiment } from './experiment.ts';

const figure = (description: string) => nullable(Type.Number(), { description });

export const ESTIMATE_METHODS = [
  'wilson',
  'wilson_clustered',
  'bootstrap',
  'clustered_bootstrap',
  'paired_bootstrap',
  'normal',
  'constant',
  'none',
] as const;

/** A figure with its interval, and how it was made: the page says method and n beside each. */
export const Estimate = Type.Object(
  {
    value: figure('The estimate; null without values.'),
    low: figure('Lower end of the interval; null where n is too small for one.'),
    high: figure('Upper end of the interval.'),
    confidence: Type.Number({ description: 'Confidence of the interval, such as 0.95.' }),
    method: oneOf(ESTIMATE_METHODS, {
      description:
        'How the interval was made: Wilson score interval of pass rates (`wilson_clustered` with repetitions), BCa bootstrap over examples (`clustered_bootstrap` with repetitions), bootstrap of paired differences, `normal` approximation for samples too large to resample, `constant` where all values are equal, `none` without an interval.',
    }),
    n: count('How many examples or pairs of examples it is made of.'),
    resamples: count('Resamples of a bootstrap; 0 otherwise.'),
  },
  { title: 'Estimate' },
);
export type Estimate = Static<typeof Estimate>;

const name = Type.String({ description: 'Name of the evaluation.', examples: ['correctness'] });
const direction = oneOf(OPTIMIZATION_DIRECTIONS, {
  description:
    'Which direction is better: as the annotation config of this name says, otherwise MAXIMIZE.',
});

/** One evaluator's figures for the runs of an experiment. */
export const EvaluatorFigures = Type.Object(
  {
    name,
    annotator_kinds: Type.Array(oneOf(ANNOTATOR_KINDS), { description: 'Who evaluated.' }),
    direction,
    count: count('Evaluations without an error.'),
    error_count: count('Evaluations that failed.'),
    is_binary: Type.Boolean({ description: 'Every score is 0 or 1: the mean is a pass rate.' }),
    mean_score: Estimate,
    pass_rate: nullable(Estimate, {
      description: 'Share of runs with score 1; null unless every score is 0 or 1.',
    }),
    pass_at_k: Type.Array(
      Type.Object({
        k: Type.Integer({ minimum: 1, description: 'How many repetitions.' }),
        pass_at_k: Type.Number({
          description: 'Chance that at least one of k repetitions passes.',
        }),
        pass_power_k: Type.Number({ description: 'Chance that all of k repetitions pass.' }),
      }),
      {
        description:
          'With repetitions and scores of 0 and 1: for k from 1 to the number of repetitions, at most 10; empty otherwise.',
      },
    ),
    labels: Type.Array(
      Type.Object({
        label: Type.String({ description: 'Categorical label.' }),
        count: count('Runs with this label.'),
      }),
      {
        maxItems: 20,
        description: 'The most frequent labels, most frequent first, up to 20.',
      },
    ),
  },
  { title: 'EvaluatorFigures' },
);
export type EvaluatorFigures = Static<typeof EvaluatorFigures>;

const runFigures = {
  run_count: count('Runs.'),
  error_rate: figure('Share of runs with an error, 0 to 1; null without runs.'),
  latency_p50_ms: figure('Median latency of runs, in milliseconds.'),
  latency_p90_ms: figure('90th percentile of the latency of runs, in milliseconds.'),
  latency_p99_ms: figure('99th percentile of the latency of runs, in milliseconds.'),
  prompt_tokens: nullable(Type.Integer(), {
    description: 'Prompt tokens of the traces of runs; null when none are known.',
  }),
  completion_tokens: nullable(Type.Integer(), {
    description: 'Completion tokens of the traces of runs; null when none are known.',
  }),
  cost_usd: figure('Cost of the traces of runs in US dollars; null when none is known.'),
  pending_traces: count(
    'Runs whose tokens and cost may still change, since spans of their traces may still arrive: ask again.',
  ),
  evaluators: Type.Array(EvaluatorFigures, { maxItems: 100, description: 'By name; at most 100.' }),
};

/** B against A on the examples that both have, one evaluator or measure. */
export const PairedDifference = Type.Object(
  {
    name: Type.String({
      description: 'Name of the evaluation, or `latency_ms`, `cost_usd`, `tokens`, `error`.',
      examples: ['correctness'],
    }),
    direction,
    pairs: count('Examples with a value on both sides.'),
    improved: count('Pairs in which the second experiment is better.'),
    regressed: count('Pairs in which it is worse.'),
    unchanged: count('Pairs with the same value.'),
    base_mean: figure('Mean of the first experiment over the pairs.'),
    mean: figure('Mean of the second experiment over the pairs.'),
    difference: Estimate,
    p_value: figure(
      'How likely a difference at least as large is by chance alone, two-sided; null without pairs.',
    ),
    test: nullable(oneOf(['mcnemar_exact', 'sign_flip']), {
      description:
        "Where `p_value` is from: McNemar's exact test where every score is 0 or 1, the sign-flip test otherwise; null without pairs.",
    }),
    verdict: oneOf(['better', 'worse', 'different', 'inconclusive'], {
      description:
        'Where both the interval and the test speak against chance: `better` or `worse` by the direction, `different` where there is none; `inconclusive` otherwise.',
    }),
    is_small_sample: Type.Boolean({ description: 'Fewer than 20 pairs: too few to tell.' }),
  },
  { title: 'PairedDifference' },
);
export type PairedDifference = Static<typeof PairedDifference>;

export const ExperimentSummary = Type.Object(
  {
    experiment: Experiment,
    ...runFigures,
    baseline_id: nullable(globalId('Global ID of the baseline experiment.', 'RXhwZXJpbWVudDox'), {
      description:
        'Experiment of the dataset that is tagged `baseline`; null without one and for the baseline itself.',
    }),
    against_baseline: Type.Array(PairedDifference, {
      description: 'Each evaluator against the baseline; empty without a baseline.',
    }),
  },
  { title: 'ExperimentSummary' },
);
export type ExperimentSummary = Static<typeof ExperimentSummary>;

export const SplitFigures = Type.Object(
  {
    split: Type.String({ description: 'Name of the split, as examples are in it now.' }),
    example_count: count('Examples of the experiment in it.'),
    ...runFigures,
  },
  { title: 'ExperimentSplitFigures' },
);
export type SplitFigures = Static<typeof SplitFigures>;

/** `GET /v1/experiments/{experiment_id}/summary`. */
export const ExperimentSummaryReply = dataOf(
  Type.Object(
    {
      summary: ExperimentSummary,
      splits: Type.Array(SplitFigures, {
        maxItems: 50,
        description: 'By name of the split; at most 50.',
      }),
    },
    { title: 'ExperimentSummaryWithSplits' },
  ),
);

/** `GET /v1/datasets/{id}/experiment_summaries`, newest first. */
export const ExperimentSummaryPage = pageOf(ExperimentSummary);
export const ExperimentSummaryListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(20, 100)),
  name_contains: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Part of the name, compared without case.',
      examples: ['prompt'],
    }),
  ),
});

/** `data` of the events of `GET /v1/datasets/{id}/experiment_events`. */
export const ExperimentEvent = Type.Object(
  {
    experiment_id: globalId('Global ID of the experiment.', 'RXhwZXJpbWVudDox'),
    example_count: count('Examples that it runs on.'),
    repetitions: count('How many times each example runs.'),
    successful_run_count: count('Runs without an error.'),
    failed_run_count: count('Runs with an error.'),
    missing_run_count: count('Runs that are still to come.'),
    change_number: count('Rises with every change of runs and evaluations.'),
    is_deleted: Type.Boolean({ description: 'Whether it was deleted.' }),
  },
  { title: 'ExperimentEvent' },
);
export type ExperimentEvent = Static<typeof ExperimentEvent>;
