import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-run.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import { experimentNumber } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import {
  incompleteEvaluationPage,
  incompleteRunPage,
  logRun,
  runPage,
  runStream,
} from './experiment-runs.service.ts';
import { registerRunBody } from './logged-body.ts';
const LIMIT = 50;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Runs of experiments, and what of them is still missing. */
export function registerExperimentRuns(
  app: FastifyInstance,
  deps: { readonly store: MetaStore; readonly log: ExperimentLog },
): void {
  void app.register(async (scope) => {
    registerRunBody(scope);
    logRoute(scope, deps.log);
  });
  listRoute(app, deps.store);
  incompleteRoutes(app, deps.store);
}

function logRoute(app: FastifyInstance, log: ExperimentLog): void {
  serve(app, routes.createExperimentRun, async ({ params, body }) => ({
    data: { id: await logRun(log, params.experiment_id, body) },
  }));
}

function listRoute(app: FastifyInstance, store: MetaStore): void {
  serve(
    app,
    routes.listExperimentRuns,
    async ({ params, query: { cursor, limit }, reply, asker }) => {
      const experimentId = experimentNumber(params.experiment_id);
      const fromId = cursor === undefined ? null : decodeIdCursor(cursor, 'ExperimentRun');
      if (limit !== undefined) return runPage(store, experimentId, limit, fromId);
      reply.header('content-type', JSON_TYPE);
      return runStream(store, asker, experimentId, fromId);
    },
  );
}

function incompleteRoutes(app: FastifyInstance, store: MetaStore): void {
  serve(
    app,
    routes.listIncompleteExperimentRuns,
    async ({ params, query: { cursor, limit = LIMIT } }) =>
      incompleteRunPage(
        store,
        params.experiment_id,
        limit,
        cursor === undefined ? 0 : decodeIdCursor(cursor, 'DatasetExample'),
      ),
  );
  serve(
    app,
    routes.listIncompleteExperimentEvaluations,
    async ({ params, query: { evaluation_name: names = [], cursor, limit = LIMIT } }) => {
      if (names.length === 0)
        throw new AppError(
          'invalid_request',
          'evaluation_name is required: pass the name of an evaluation, once for each.',
        );
      const fromId = cursor === undefined ? 0 : decodeIdCursor(cursor, 'ExperimentRun');
      return incompleteEvaluationPage(store, params.experiment_id, names, { limit, fromId });
    },
  );
}
