import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { ExperimentParams } from '#contracts/experiments/experiment.ts';
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
} from '#contracts/experiments/experiment-run.ts';
import type { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import { experimentNumber } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { route } from '../kit/route/route.ts';
import { incompleteEvaluationPage, incompleteRunPage, logRun, runPage, runStream } from './experiment-runs.service.ts';
import { registerRunBody } from './logged-body.ts';

const EXPERIMENT = '/v1/experiments/{experiment_id}';
const tag = 'experiments';
/** The longest output, and the rest with every character of an error written as six (`\\u0041`). */
const BODY_BYTES_MAX = OUTPUT_BYTES_MAX + 1_048_576;
const LIMIT = 50;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Runs of experiments, and what of them is still missing. */
export function registerExperimentRuns(app: FastifyInstance, deps: { readonly store: MetaStore; readonly log: ExperimentLog }): void {
  void app.register(async (scope) => {
    registerRunBody(scope);
    logRoute(scope, deps.log);
  });
  listRoute(app, deps.store);
  incompleteRoutes(app, deps.store);
}

function logRoute(app: FastifyInstance, log: ExperimentLog): void {
  route(
    app,
    {
      method: 'POST',
      path: `${EXPERIMENT}/runs`,
      id: 'createExperimentRun',
      access: { scopes: ['experiments:write'], workspace: true },
      tag,
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
      bodyBytesMax: BODY_BYTES_MAX,
      ok: { status: 200, description: 'Stored.', schema: CreateExperimentRunReply },
      errors: ['not_found', 'conflict', 'storage_full'],
    },
    async ({ params, body }) => ({ data: { id: await logRun(log, params.experiment_id, body) } }),
  );
}

function listRoute(app: FastifyInstance, store: MetaStore): void {
  route(
    app,
    {
      method: 'GET',
      path: `${EXPERIMENT}/runs`,
      id: 'listExperimentRuns',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'List the runs of an experiment',
      description:
        'Newest first; all of them, or all from `cursor` on, in one reply, which is streamed, unless `limit` asks for a page. An experiment that does not exist has none.',
      params: ExperimentParams,
      query: ExperimentRunListParams,
      ok: { status: 200, description: 'The runs.', schema: ExperimentRunPage },
      errors: ['not_found'],
    },
    async ({ params, query: { cursor, limit }, reply }) => {
      const experimentId = experimentNumber(params.experiment_id);
      const fromId = cursor === undefined ? null : decodeIdCursor(cursor, 'ExperimentRun');
      if (limit !== undefined) return runPage(store, experimentId, limit, fromId);
      reply.header('content-type', JSON_TYPE);
      return runStream(store, experimentId, fromId);
    },
  );
}

function incompleteRoutes(app: FastifyInstance, store: MetaStore): void {
  route(
    app,
    {
      method: 'GET',
      path: `${EXPERIMENT}/incomplete-runs`,
      id: 'listIncompleteExperimentRuns',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'List what an experiment still has to run',
      description: 'Examples with repetitions that are missing or failed, oldest example first.',
      params: ExperimentParams,
      query: IncompleteRunListParams,
      ok: { status: 200, description: 'A page of examples.', schema: IncompleteExperimentRunPage },
      errors: ['not_found'],
    },
    async ({ params, query: { cursor, limit = LIMIT } }) =>
      incompleteRunPage(store, params.experiment_id, limit, cursor === undefined ? 0 : decodeIdCursor(cursor, 'DatasetExample')),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${EXPERIMENT}/incomplete-evaluations`,
      id: 'listIncompleteExperimentEvaluations',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'List what of an experiment still has to be evaluated',
      description: 'Runs without an error that lack evaluations of these names, or have failed ones, oldest run first.',
      params: ExperimentParams,
      query: IncompleteEvaluationListParams,
      ok: { status: 200, description: 'A page of runs.', schema: IncompleteExperimentEvaluationPage },
      errors: ['not_found'],
    },
    async ({ params, query: { evaluation_name: names = [], cursor, limit = LIMIT } }) => {
      if (names.length === 0)
        throw new AppError('invalid_request', 'evaluation_name is required: pass the name of an evaluation, once for each.');
      const fromId = cursor === undefined ? 0 : decodeIdCursor(cursor, 'ExperimentRun');
      return incompleteEvaluationPage(store, params.experiment_id, names, { limit, fromId });
    },
  );
}
