import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { TAG_NAME } from '#contracts/experiments/experiment.ts';
import { decodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { experimentNotFound } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import { deleteTag, listTags, setTag } from '#server/stores/meta/experiments/tags.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { experimentTagReply } from '../kit/experiments/experiment-codec.ts';
import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import { serve } from '../kit/route/serve.ts';
import type { ExperimentDeps } from './experiment-deps.ts';

/** Tags of experiments: each is on one experiment of a dataset at most. */
export function registerExperimentTags(app: FastifyInstance, { store: { db }, feed }: ExperimentDeps): void {
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
    const set = await setTag(db, { experimentId, name: body.name, description: body.description ?? null }, Date.now());
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

/** The number of an experiment: 422 unless it is the Global ID of one, 404 when it does not exist. */
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
