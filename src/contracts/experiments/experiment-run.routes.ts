import { declare } from '../wire/declare.ts';
import {
  EXPLANATION_CHARS_MAX,
  ExperimentEvaluationParams,
  METADATA_BYTES_MAX,
  UpsertExperimentEvaluationBody,
  UpsertExperimentEvaluationReply,
} from './experiment-evaluation.ts';
import {
  CreateExperimentRunBody,
  CreateExperimentRunReply,
  ExperimentRunListParams,
  ExperimentRunPage,
  IncompleteEvaluationListParams,
  IncompleteExperimentEvaluationPage,
  IncompleteExperimentRunPage,
  IncompleteRunListParams,
  OUTPUT_BYTES_MAX,
} from './experiment-run.ts';
import { ExperimentParams } from './experiment.ts';

/** The longest output, and the rest with every character of an error written as six (`\\u0041`). */
const RUN_BYTES_MAX = OUTPUT_BYTES_MAX + 1_048_576;

export const createExperimentRun = declare({
  method: 'POST',
  path: '/v1/experiments/{experiment_id}/runs',
  id: 'createExperimentRun',
  access: { scopes: ['experiments:write'], workspace: true },
  tag: 'experiments',
  summary: 'Log a run',
  description:
    'Of one example and repetition; on disk when the reply comes. A run that failed is overwritten and keeps its id: its evaluations by LLM and code are deleted, those by people stay. A run that has finished is never overwritten: 409. The example must be of the dataset; it may be one that the experiment was not created for.',
  params: ExperimentParams,
  body: CreateExperimentRunBody,
  bodyExample: {
    dataset_example_id: 'RGF0YXNldEV4YW1wbGU6MQ==',
    output: { answer: 'Within 30 days.' },
    repetition_number: 1,
    start_time: '2026-11-20T18:16:00+00:00',
    end_time: '2026-11-20T18:16:02+00:00',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
  },
  bodyBytesMax: RUN_BYTES_MAX,
  ok: { status: 200, description: 'Stored.', schema: CreateExperimentRunReply },
  errors: ['not_found', 'conflict', 'storage_full'],
});

export const listExperimentRuns = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/runs',
  id: 'listExperimentRuns',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List the runs of an experiment',
  description:
    'Newest first; all of them, or all from `cursor` on, in one reply, which is streamed, unless `limit` asks for a page. An experiment that does not exist has none.',
  params: ExperimentParams,
  query: ExperimentRunListParams,
  ok: { status: 200, description: 'The runs.', schema: ExperimentRunPage },
  errors: ['not_found'],
});

export const listIncompleteExperimentRuns = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/incomplete-runs',
  id: 'listIncompleteExperimentRuns',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List what an experiment still has to run',
  description: 'Examples with repetitions that are missing or failed, oldest example first.',
  params: ExperimentParams,
  query: IncompleteRunListParams,
  ok: { status: 200, description: 'A page of examples.', schema: IncompleteExperimentRunPage },
  errors: ['not_found'],
});

export const listIncompleteExperimentEvaluations = declare({
  method: 'GET',
  path: '/v1/experiments/{experiment_id}/incomplete-evaluations',
  id: 'listIncompleteExperimentEvaluations',
  access: { scopes: ['experiments:read'], workspace: true },
  tag: 'experiments',
  summary: 'List what of an experiment still has to be evaluated',
  description:
    'Runs without an error that lack evaluations of these names, or have failed ones, oldest run first.',
  params: ExperimentParams,
  query: IncompleteEvaluationListParams,
  ok: { status: 200, description: 'A page of runs.', schema: IncompleteExperimentEvaluationPage },
  errors: ['not_found'],
});

/** The longest explanation, with every character written as six (`\\u0041`), and the rest. */
const EVALUATION_BYTES_MAX = 6 * EXPLANATION_CHARS_MAX + METADATA_BYTES_MAX + 1_048_576;

export const upsertExperimentEvaluation = declare({
  method: 'POST',
  path: '/v1/experiment_evaluations',
  id: 'upsertExperimentEvaluation',
  access: { scopes: ['experiments:write'], workspace: true },
  tag: 'experiments',
  summary: 'Log an evaluation of a run',
  description:
    'Creates, or overwrites the evaluation of the same name of the same run, which keeps its id; on disk when the reply comes.',
  body: UpsertExperimentEvaluationBody,
  bodyExample: {
    experiment_run_id: 'RXhwZXJpbWVudFJ1bjox',
    name: 'correctness',
    annotator_kind: 'LLM',
    start_time: '2026-11-20T18:16:03+00:00',
    end_time: '2026-11-20T18:16:04+00:00',
    result: { label: 'correct', score: 1, explanation: 'As the handbook says.' },
  },
  bodyBytesMax: EVALUATION_BYTES_MAX,
  ok: { status: 200, description: 'Stored.', schema: UpsertExperimentEvaluationReply },
  errors: ['not_found', 'storage_full'],
});

export const deleteExperimentEvaluation = declare({
  method: 'DELETE',
  path: '/v1/experiment_evaluations/{evaluation_id}',
  id: 'deleteExperimentEvaluation',
  access: { scopes: ['experiments:write'], workspace: true },
  audit: 'experiment_evaluation.delete',
  tag: 'experiments',
  summary: 'Delete an evaluation of a run',
  description: 'Permanently. Any caller who may write experiments can delete any evaluation.',
  params: ExperimentEvaluationParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});
