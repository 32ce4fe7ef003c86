import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/routes.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteExperiments } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import { experimentNotFound, experimentNumber } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import type { ExperimentDeps } from './experiment-deps.ts';
import { registerExperimentRuns } from './experiment-runs.routes.ts';
import { changeExperiment, experimentPage, newExperiment, oneExperiment } from './experiments.service.ts';
import { registerExperimentEvaluations } from './experiment-evaluations.routes.ts';
import { registerExperimentExports } from './experiment-exports.routes.ts';
import { registerExperimentTags } from './experiment-tags.routes.ts';
import { registerExperimentBody } from './logged-body.ts';

/** Experiments: the runs of a task on the examples of a dataset, and their evaluations. */
export function registerExperiments(app: FastifyInstance, deps: ExperimentDeps): void {
  const log = new ExperimentLog(deps.store.batch, (id) => deps.feed.changed(id), deps.isIngestPressed);
  readRoutes(app, deps);
  void app.register(async (scope) => {
    registerExperimentBody(scope);
    createRoute(scope, deps);
    changeRoute(scope, deps);
  });
  deleteRoutes(app, deps);
  registerExperimentTags(app, deps);
  registerExperimentExports(app, deps);
  registerExperimentRuns(app, { store: deps.store, log });
  registerExperimentEvaluations(app, { ...deps, log });
}

function readRoutes(app: FastifyInstance, { store }: ExperimentDeps): void {
  serve(app, routes.listExperiments, async ({ params, query: { cursor, limit = 50 } }) =>
    experimentPage(store.db, params.id, { limit, fromId: cursor === undefined ? null : decodeIdCursor(cursor, 'Experiment') }),
  );
  serve(app, routes.getExperiment, async ({ params }) => ({ data: await oneExperiment(store.db, params.experiment_id) }));
}

function createRoute(app: FastifyInstance, deps: ExperimentDeps): void {
  serve(app, routes.createExperiment, async ({ params, body, caller, asker, note }) => {
    const experiment = await newExperiment(deps, asker, params.id, body, caller.userNumber);
    note({ targetId: experiment.id, dataset: params.id });
    deps.feed.changed(experimentNumber(experiment.id));
    return { data: experiment };
  });
}

function changeRoute(app: FastifyInstance, { store, feed }: ExperimentDeps): void {
  serve(app, routes.updateExperiment, async ({ params, body }) => {
    const experiment = await changeExperiment(store.db, params.experiment_id, body);
    feed.changed(experimentNumber(experiment.id));
    return { data: experiment };
  });
}

function deleteRoutes(app: FastifyInstance, { store, wakeJobs, feed }: ExperimentDeps): void {
  serve(app, routes.deleteExperiment, async ({ params, query }) => {
    const number = experimentNumber(params.experiment_id);
    const deleted = await deleteExperiments(store.db, [number], { deleteProjects: query.delete_project ?? false, nowMs: Date.now() });
    if (deleted.length === 0) throw experimentNotFound(params.experiment_id);
    feed.changed(number);
    wakeJobs();
  });
  serve(app, routes.deleteExperiments, async ({ body, note }) => {
    const numbers = body.experiment_ids.map((id) => requireGlobalId(id, 'Experiment', 'experiment_ids'));
    const deleted = await deleteExperiments(store.db, [...new Set(numbers)], {
      deleteProjects: body.delete_projects ?? false,
      nowMs: Date.now(),
    });
    note({ count: deleted.length });
    for (const id of deleted) feed.changed(id);
    wakeJobs();
  });
}
