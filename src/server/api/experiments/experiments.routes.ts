import type { FastifyInstance } from 'fastify';
import { TAG_NAME } from '#contracts/experiments/experiment.ts';
import * as routes from '#contracts/experiments/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId, decodeGlobalId } from '#contracts/wire/ids.ts';
import { deleteExperiments } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import {
  experimentNotFound,
  experimentNumber,
} from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import { deleteTag, listTags, setTag } from '#server/stores/meta/experiments/tags.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import type { AskedQueries } from '../kit/route/asker.ts';
import { asFile } from '../kit/reply/export-pages.ts';
import { experimentTagReply } from '../kit/experiments/experiment-codec.ts';
import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import type { ExperimentDeps } from './experiment-deps.ts';
import { registerExperimentRuns } from './experiment-runs.routes.ts';
import {
  changeExperiment,
  experimentPage,
  newExperiment,
  oneExperiment,
} from './experiments.service.ts';
import { registerExperimentEvaluations } from './experiment-evaluations.routes.ts';
import { registerExperimentBody } from './logged-body.ts';
import { csvExport, exportedExperiment, jsonExport } from './experiment-exports.service.ts';

/** Experiments: the runs of a task on the examples of a dataset, and their evaluations. */
export function registerExperiments(app: FastifyInstance, deps: ExperimentDeps): void {
  const log = new ExperimentLog(deps.store, (id) => deps.feed.changed(id), deps.isIngestPressed);
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
    experimentPage(store.db, params.id, {
      limit,
      fromId: cursor === undefined ? null : decodeIdCursor(cursor, 'Experiment'),
    }),
  );
  serve(app, routes.getExperiment, async ({ params }) => ({
    data: await oneExperiment(store.db, params.experiment_id),
  }));
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
    const deleted = await deleteExperiments(store.db, [number], {
      deleteProjects: query.delete_project ?? false,
      nowMs: Date.now(),
    });
    if (deleted.length === 0) throw experimentNotFound(params.experiment_id);
    feed.changed(number);
    wakeJobs();
  });
  serve(app, routes.deleteExperiments, async ({ body, note }) => {
    const numbers = body.experiment_ids.map((id) =>
      requireGlobalId(id, 'Experiment', 'experiment_ids'),
    );
    const deleted = await deleteExperiments(store.db, [...new Set(numbers)], {
      deleteProjects: body.delete_projects ?? false,
      nowMs: Date.now(),
    });
    note({ count: deleted.length });
    for (const id of deleted) feed.changed(id);
    wakeJobs();
  });
}

/**
 * Experiments as files. Both are streamed: an export of any size needs the memory of a few pages.
 */
function registerExperimentExports(
  app: FastifyInstance,
  { store, queries }: { readonly store: MetaStore; readonly queries: AskedQueries },
): void {
  serve(app, routes.exportExperimentJson, async ({ params, reply, asker }) => {
    const experiment = await exportedExperiment(store, params.experiment_id);
    reply.header('content-type', 'application/json; charset=utf-8');
    return asFile(reply, await jsonExport(store, asker, experiment), `${experiment.name}.json`);
  });
  serve(app, routes.exportExperimentCsv, async ({ params, reply, asker }) => {
    const experiment = await exportedExperiment(store, params.experiment_id);
    return asFile(
      reply,
      await csvExport(store, queries, asker, experiment),
      `${experiment.name}.csv`,
    );
  });
}

/** Tags of experiments: each is on one experiment of a dataset at most. */
function registerExperimentTags(
  app: FastifyInstance,
  { store: { db }, feed }: ExperimentDeps,
): void {
  readRoute(app, db);
  setRoute(app, db, feed);
  deleteRoute(app, db, feed);
}

function readRoute(app: FastifyInstance, db: MetaDb): void {
  serve(app, routes.listExperimentTags, async ({ params }) => ({
    data: (await listTags(db, await existing(db, params.experiment_id))).map(experimentTagReply),
  }));
}

function setRoute(app: FastifyInstance, db: MetaDb, feed: ExperimentFeed): void {
  serve(app, routes.setExperimentTag, async ({ params, body }) => {
    const experimentId = requireGlobalId(params.experiment_id, 'Experiment', 'experiment_id');
    const set = await setTag(
      db,
      { experimentId, name: body.name, description: body.description ?? null },
      Date.now(),
    );
    if (set === null) throw experimentNotFound(params.experiment_id);
    feed.changed(experimentId);
    return { data: experimentTagReply(set) };
  });
}

function deleteRoute(app: FastifyInstance, db: MetaDb, feed: ExperimentFeed): void {
  serve(app, routes.deleteExperimentTag, async ({ params }) => {
    const experimentId = await existing(db, params.experiment_id);
    await deleteTag(db, experimentId, tagOf(params.tag_identifier));
    feed.changed(experimentId);
  });
}

/**
 * The number of an experiment: 422 unless it is the Global ID of one, 404 when it does not exist.
 */
async function existing(db: MetaDb, id: string): Promise<number> {
  const number = requireGlobalId(id, 'Experiment', 'experiment_id');
  if ((await findExperiment(db, number)) === null) throw experimentNotFound(id);
  return number;
}

function tagOf(identifier: string): { readonly id: number } | { readonly name: string } {
  const id = decodeGlobalId(identifier);
  if (id?.type === 'ExperimentTag') return { id: id.number };
  if (TAG_NAME.test(identifier)) return { name: identifier };
  throw new AppError(
    'unprocessable',
    `tag_identifier must be the Global ID of a tag, or a name of lower-case letters, digits, '-' and '_'; got '${identifier.slice(0, 80)}'.`,
  );
}
