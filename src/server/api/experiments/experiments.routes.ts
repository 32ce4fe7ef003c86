import type { FastifyInstance } from 'fastify';
import { DatasetParams } from '#contracts/datasets/dataset.ts';
import {
  CreateExperimentBody,
  DeleteExperimentParams,
  DeleteExperimentsBody,
  ExperimentListParams,
  ExperimentPage,
  ExperimentParams,
  ExperimentReply,
  UpdateExperimentBody,
} from '#contracts/experiments/experiment.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteExperiments } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import { experimentNotFound, experimentNumber } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { route } from '../kit/route/route.ts';
import type { ExperimentDeps } from './experiment-deps.ts';
import { registerExperimentRuns } from './experiment-runs.routes.ts';
import { changeExperiment, experimentPage, newExperiment, oneExperiment } from './experiments.service.ts';
import { registerExperimentEvaluations } from './experiment-evaluations.routes.ts';
import { registerExperimentExports } from './experiment-exports.routes.ts';
import { registerExperimentTags } from './experiment-tags.routes.ts';
import { registerExperimentBody } from './logged-body.ts';

const EXPERIMENT = '/v1/experiments/{experiment_id}';
const OF_DATASET = '/v1/datasets/{id}/experiments';
const tag = 'experiments';

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
  route(
    app,
    {
      method: 'GET',
      path: OF_DATASET,
      id: 'listExperiments',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'List the experiments of a dataset',
      description: 'Newest first. A dataset that does not exist has none.',
      params: DatasetParams,
      query: ExperimentListParams,
      ok: { status: 200, description: 'A page of experiments.', schema: ExperimentPage },
      errors: ['not_found'],
    },
    async ({ params, query: { cursor, limit = 50 } }) =>
      experimentPage(store.db, params.id, { limit, fromId: cursor === undefined ? null : decodeIdCursor(cursor, 'Experiment') }),
  );
  route(
    app,
    {
      method: 'GET',
      path: EXPERIMENT,
      id: 'getExperiment',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'Read an experiment',
      description:
        'With counts of its runs. Runs of examples or repetitions that it was not created for count too; `missing_run_count` is never below 0.',
      params: ExperimentParams,
      ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: await oneExperiment(store.db, params.experiment_id) }),
  );
}

function createRoute(app: FastifyInstance, deps: ExperimentDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: OF_DATASET,
      id: 'createExperiment',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment.create',
      tag,
      summary: 'Create an experiment',
      description:
        'On one version of the dataset. Its examples are fixed now: all of the version, or those in one of `splits`. Send the traces of its runs to the project `project_name` of the reply.',
      params: DatasetParams,
      body: CreateExperimentBody,
      bodyExample: { name: 'shorter prompt', metadata: { model: 'gpt-4o' }, repetitions: 3, splits: ['test'] },
      ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
      errors: ['not_found'],
    },
    async ({ params, body, caller, note }) => {
      const experiment = await newExperiment(deps, params.id, body, caller.userNumber);
      note({ targetId: experiment.id, dataset: params.id });
      deps.feed.changed(experimentNumber(experiment.id));
      return { data: experiment };
    },
  );
}

function changeRoute(app: FastifyInstance, { store, feed }: ExperimentDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: EXPERIMENT,
      id: 'updateExperiment',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment.update',
      tag,
      summary: 'Update an experiment',
      description: 'Absent fields stay unchanged; at least one is needed.',
      params: ExperimentParams,
      body: UpdateExperimentBody,
      bodyExample: { name: 'shorter prompt, second try' },
      ok: { status: 200, description: 'The experiment.', schema: ExperimentReply },
      errors: ['not_found'],
    },
    async ({ params, body }) => {
      const experiment = await changeExperiment(store.db, params.experiment_id, body);
      feed.changed(experimentNumber(experiment.id));
      return { data: experiment };
    },
  );
}

const DELETED =
  'Deletes the experiment permanently, with its runs, evaluations and tags. The experiment is hidden at once; its rows are removed in the background.';

function deleteRoutes(app: FastifyInstance, { store, wakeJobs, feed }: ExperimentDeps): void {
  route(
    app,
    {
      method: 'DELETE',
      path: EXPERIMENT,
      id: 'deleteExperiment',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment.delete',
      tag,
      summary: 'Delete an experiment',
      description: `${DELETED} Its project stays, unless \`delete_project\` is true.`,
      params: ExperimentParams,
      query: DeleteExperimentParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params, query }) => {
      const number = experimentNumber(params.experiment_id);
      const deleted = await deleteExperiments(store.db, [number], { deleteProjects: query.delete_project ?? false, nowMs: Date.now() });
      if (deleted.length === 0) throw experimentNotFound(params.experiment_id);
      feed.changed(number);
      wakeJobs();
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: '/v1/experiments/delete',
      id: 'deleteExperiments',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment.delete',
      tag,
      summary: 'Delete experiments',
      description: `${DELETED} Experiments that do not exist are skipped. Their projects stay, unless \`delete_projects\` is true.`,
      body: DeleteExperimentsBody,
      bodyExample: { experiment_ids: ['RXhwZXJpbWVudDox'] },
      ok: { status: 204, description: 'Deleted.' },
      errors: [],
    },
    async ({ body, note }) => {
      const numbers = body.experiment_ids.map((id) => requireGlobalId(id, 'Experiment', 'experiment_ids'));
      const deleted = await deleteExperiments(store.db, [...new Set(numbers)], {
        deleteProjects: body.delete_projects ?? false,
        nowMs: Date.now(),
      });
      note({ count: deleted.length });
      for (const id of deleted) feed.changed(id);
      wakeJobs();
    },
  );
}
