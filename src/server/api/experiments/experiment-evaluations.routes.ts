import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-run.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import {
  METADATA_BYTES_MAX,
  UpsertExperimentEvaluationBody,
} from '#contracts/experiments/experiment-evaluation.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteEvaluation } from '#server/stores/meta/experiments/delete-evaluation.queries.ts';
import type { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import { serve } from '../kit/route/serve.ts';
import { microsOf } from './experiment-runs.service.ts';
import { registerEvaluationBody } from './logged-body.ts';

/** Evaluations of runs. */
export function registerExperimentEvaluations(
  app: FastifyInstance,
  {
    store,
    log,
    feed,
  }: { readonly store: MetaStore; readonly log: ExperimentLog; readonly feed: ExperimentFeed },
): void {
  void app.register(async (scope) => {
    registerEvaluationBody(scope);
    logRoute(scope, log);
  });
  deleteRoute(app, store, feed);
}

function logRoute(app: FastifyInstance, log: ExperimentLog): void {
  serve(app, routes.upsertExperimentEvaluation, async ({ body, caller }) => ({
    data: { id: await logEvaluation(log, body, caller.userNumber) },
  }));
}

async function logEvaluation(
  log: ExperimentLog,
  body: UpsertExperimentEvaluationBody,
  userNumber: number | null,
): Promise<string> {
  const runId = requireGlobalId(body.experiment_run_id, 'ExperimentRun', 'body.experiment_run_id');
  const { result = null, error = null } = body;
  if (result === null && error === null)
    throw new AppError(
      'unprocessable',
      'body.result or body.error is required: what the evaluator found, or why it failed.',
    );
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
  throw new AppError(
    'not_found',
    `body.experiment_run_id: there is no run '${body.experiment_run_id}'.`,
  );
}

function metadataText(metadata: object): string {
  const text = JSON.stringify(metadata);
  if (text.length > METADATA_BYTES_MAX) {
    const [max, got] = [METADATA_BYTES_MAX, text.length].map((size) =>
      size.toLocaleString('en-US'),
    );
    throw new AppError(
      'too_large',
      `body.metadata must be at most ${max} characters of JSON; got ${got}.`,
    );
  }
  return text;
}

function deleteRoute(app: FastifyInstance, { db }: MetaStore, feed: ExperimentFeed): void {
  serve(app, routes.deleteExperimentEvaluation, async ({ params }) => {
    const id = requireGlobalId(params.evaluation_id, 'ExperimentEvaluation', 'evaluation_id');
    const experimentId = await deleteEvaluation(db, id);
    if (experimentId === null)
      throw new AppError(
        'not_found',
        `Evaluation with ID '${params.evaluation_id.slice(0, 80)}' not found.`,
      );
    feed.changed(experimentId);
  });
}
