import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import {
  EXPLANATION_CHARS_MAX,
  ExperimentEvaluationParams,
  METADATA_BYTES_MAX,
  UpsertExperimentEvaluationBody,
  UpsertExperimentEvaluationReply,
} from '#contracts/experiments/experiment-evaluation.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteEvaluation } from '#server/stores/meta/experiments/delete-evaluation.queries.ts';
import type { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import { route } from '../kit/route/route.ts';
import { microsOf } from './experiment-runs.service.ts';
import { registerEvaluationBody } from './logged-body.ts';

const tag = 'experiments';
/** The longest explanation, with every character written as six (`\\u0041`), and the rest. */
const BODY_BYTES_MAX = 6 * EXPLANATION_CHARS_MAX + METADATA_BYTES_MAX + 1_048_576;

/** Evaluations of runs. */
export function registerExperimentEvaluations(
  app: FastifyInstance,
  { store, log, feed }: { readonly store: MetaStore; readonly log: ExperimentLog; readonly feed: ExperimentFeed },
): void {
  void app.register(async (scope) => {
    registerEvaluationBody(scope);
    logRoute(scope, log);
  });
  deleteRoute(app, store, feed);
}

function logRoute(app: FastifyInstance, log: ExperimentLog): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/experiment_evaluations',
      id: 'upsertExperimentEvaluation',
      access: { scopes: ['experiments:write'], workspace: true },
      tag,
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
      bodyBytesMax: BODY_BYTES_MAX,
      ok: { status: 200, description: 'Stored.', schema: UpsertExperimentEvaluationReply },
      errors: ['not_found', 'storage_full'],
    },
    async ({ body, caller }) => ({ data: { id: await logEvaluation(log, body, caller.userNumber) } }),
  );
}

async function logEvaluation(log: ExperimentLog, body: UpsertExperimentEvaluationBody, userNumber: number | null): Promise<string> {
  const runId = requireGlobalId(body.experiment_run_id, 'ExperimentRun', 'body.experiment_run_id');
  const { result = null, error = null } = body;
  if (result === null && error === null)
    throw new AppError('unprocessable', 'body.result or body.error is required: what the evaluator found, or why it failed.');
  const outcome = await log.logEvaluation({
    runId,
    name: body.name,
    annotatorKind: body.annotator_kind,
    label: result?.label ?? null,
    score: result?.score ?? null,
    explanation: result?.explanation ?? null,
    error,
    metadata: metadataText({ ...result?.metadata, ...body.metadata }),
    traceId: body.trace_id ?? null,
    startTimeUs: microsOf(body.start_time, 'body.start_time'),
    endTimeUs: microsOf(body.end_time, 'body.end_time'),
    userNumber,
    nowMs: Date.now(),
  });
  if ('id' in outcome) return encodeGlobalId('ExperimentEvaluation', outcome.id);
  throw new AppError('not_found', `body.experiment_run_id: there is no run '${body.experiment_run_id}'.`);
}

function metadataText(metadata: object): string {
  const text = JSON.stringify(metadata);
  if (text.length > METADATA_BYTES_MAX) {
    const [max, got] = [METADATA_BYTES_MAX, text.length].map((size) => size.toLocaleString('en-US'));
    throw new AppError('too_large', `body.metadata must be at most ${max} characters of JSON; got ${got}.`);
  }
  return text;
}

function deleteRoute(app: FastifyInstance, { db }: MetaStore, feed: ExperimentFeed): void {
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/experiment_evaluations/{evaluation_id}',
      id: 'deleteExperimentEvaluation',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment_evaluation.delete',
      tag,
      summary: 'Delete an evaluation of a run',
      description: 'Permanently. Any caller who may write experiments can delete any evaluation.',
      params: ExperimentEvaluationParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const id = requireGlobalId(params.evaluation_id, 'ExperimentEvaluation', 'evaluation_id');
      const experimentId = await deleteEvaluation(db, id);
      if (experimentId === null) throw new AppError('not_found', `Evaluation with ID '${params.evaluation_id.slice(0, 80)}' not found.`);
      feed.changed(experimentId);
    },
  );
}
