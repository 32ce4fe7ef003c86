import { Type } from 'typebox';
import { DatasetParams } from '../datasets/dataset.ts';
import { declare } from '../wire/declare.ts';
import {
  ComparedExampleParams,
  ComparedExampleReply,
  ComparisonPage,
  ComparisonParams,
  ComparisonSummaryParams,
  ComparisonSummaryReply,
} from './experiment-comparison.ts';
import {
  ExperimentSummaryListParams,
  ExperimentSummaryPage,
  ExperimentSummaryReply,
} from './experiment-figures.ts';
import { ExperimentGateBody, ExperimentGateReply } from './experiment-gate.ts';
import { ExperimentParams } from './experiment.ts';

export const listExperimentSummaries = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/experiment_summaries',
  id: 'listExperimentSummaries',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List experiments with their figures',
  description:
    'Newest first: scores with intervals, latency, tokens, cost and error rate, and the paired difference to the experiment that is tagged `baseline`. Intervals have 1,000 resamples; the summary of one experiment has 10,000.',
  params: DatasetParams,
  query: ExperimentSummaryListParams,
  ok: { status: 200, description: 'A page of summaries.', schema: ExperimentSummaryPage },
  errors: ['not_found'],
});

export const getExperimentSummary = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/summary',
  id: 'getExperimentSummary',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Sum up an experiment',
  description:
    'Its figures, those of each split that its examples are in now, and the paired difference to the experiment tagged `baseline`.',
  params: ExperimentParams,
  ok: { status: 200, description: 'The summary.', schema: ExperimentSummaryReply },
  errors: ['not_found'],
});

export const compareExperiments = declare({
  method: 'GET',
  path: '/v1/experiment_comparison',
  id: 'compareExperiments',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Compare experiments by example',
  description:
    'A page of examples, each with its runs in 1 to 4 experiments of one dataset: outputs cut to a preview, scores, and whether it got better or worse than in the first. By default the largest losses come first.',
  query: ComparisonParams,
  ok: { status: 200, description: 'A page of examples.', schema: ComparisonPage },
  errors: ['not_found'],
});

export const summarizeComparison = declare({
  method: 'GET',
  path: '/v1/experiment_comparison/summary',
  id: 'summarizeComparison',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Sum up a comparison',
  description:
    'How many examples each value of `show` has, and by how much each further experiment differs from the first: paired differences over shared examples with intervals and tests, for each evaluator and for errors, latency, tokens and cost.',
  query: ComparisonSummaryParams,
  ok: { status: 200, description: 'The summary.', schema: ComparisonSummaryReply },
  errors: ['not_found'],
});

export const compareExample = declare({
  method: 'GET',
  path: '/v1/experiment_comparison/example',
  id: 'compareExample',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Read one example of a comparison',
  description:
    'The example as it was when the first experiment that has it was created, with all its runs, whole outputs and evaluations in each experiment.',
  query: ComparedExampleParams,
  ok: { status: 200, description: 'The example.', schema: ComparedExampleReply },
  errors: ['not_found'],
});

const EVENTS = Type.String({
  description:
    'Server-sent events: `ready` at once; `change` with an `ExperimentEvent` as JSON when runs or evaluations of an experiment changed, or when it was created, changed or deleted (at most five a second for each experiment); comments in between. After a reconnect, read what is shown again.',
});

export const followExperiments = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/experiment_events',
  id: 'followExperiments',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Follow the experiments of a dataset',
  description:
    'Server-sent events of how far experiments are, as their runs and evaluations are logged.',
  params: DatasetParams,
  ok: {
    status: 200,
    description: 'Events until the client or the server ends them.',
    schema: EVENTS,
    contentType: 'text/event-stream; charset=utf-8',
  },
  errors: ['not_found'],
});

export const gateExperiment = declare({
  method: 'POST',
  path: '/v1/experiments/{experiment_id}/gate',
  id: 'gateExperiment',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'Check an experiment against rules',
  description:
    'Fails when any condition in `fail_if` holds, or cannot be checked. A rule compares `NAME` or `mean(NAME)`, `pass_rate(NAME)`, `regressed(NAME)`, `improved(NAME)`, `error_rate`, `latency_p50_ms`, `latency_p90_ms`, `latency_p99_ms`, `cost_usd`, `missing_runs` or `failed_runs` by `<`, `<=`, `>`, `>=`, `==` or `!=` with a number, or with `baseline` and `+`, `-`, `*` or `/` and a number. Quote names of evaluations with spaces.',
  params: ExperimentParams,
  body: ExperimentGateBody,
  bodyExample: {
    baseline: 'baseline',
    fail_if: ['correctness < baseline - 0.02', 'error_rate > 0.01'],
    require_significance: true,
  },
  ok: {
    status: 200,
    description: 'The result, also when the gate failed.',
    schema: ExperimentGateReply,
  },
  errors: ['not_found'],
});
