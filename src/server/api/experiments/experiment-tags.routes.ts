import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import {
  ExperimentParams,
  ExperimentTagParams,
  ExperimentTagReply,
  ExperimentTagsReply,
  SetExperimentTagBody,
  TAG_NAME,
} from '#contracts/experiments/experiment.ts';
import { decodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { experimentNotFound } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import { deleteTag, listTags, setTag } from '#server/stores/meta/experiments/tags.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { experimentTagReply } from '../kit/experiments/experiment-codec.ts';
import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import { route } from '../kit/route/route.ts';
import type { ExperimentDeps } from './experiment-deps.ts';

const TAGS = '/v1/experiments/{experiment_id}/tags';
const tag = 'experiments';

/** Tags of experiments: each is on one experiment of a dataset at most. */
export function registerExperimentTags(app: FastifyInstance, { store: { db }, feed }: ExperimentDeps): void {
  readRoute(app, db);
  setRoute(app, db, feed);
  deleteRoute(app, db, feed);
}

function readRoute(app: FastifyInstance, db: MetaDb): void {
  route(
    app,
    {
      method: 'GET',
      path: TAGS,
      id: 'listExperimentTags',
      access: { scopes: ['experiments:read'], workspace: true },
      tag,
      summary: 'List the tags of an experiment',
      description: 'All of them, by name.',
      params: ExperimentParams,
      ok: { status: 200, description: 'The tags.', schema: ExperimentTagsReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: (await listTags(db, await existing(db, params.experiment_id))).map(experimentTagReply) }),
  );
}

function setRoute(app: FastifyInstance, db: MetaDb, feed: ExperimentFeed): void {
  route(
    app,
    {
      method: 'POST',
      path: TAGS,
      id: 'setExperimentTag',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment_tag.set',
      tag,
      summary: 'Tag an experiment',
      description:
        'A tag of this name moves here from any other experiment of the dataset, and its description is replaced. `baseline` marks the experiment that others are compared with.',
      params: ExperimentParams,
      body: SetExperimentTagBody,
      bodyExample: { name: 'baseline' },
      ok: { status: 200, description: 'The tag.', schema: ExperimentTagReply },
      errors: ['not_found'],
    },
    async ({ params, body }) => {
      const experimentId = requireGlobalId(params.experiment_id, 'Experiment', 'experiment_id');
      const set = await setTag(db, { experimentId, name: body.name, description: body.description ?? null }, Date.now());
      if (set === null) throw experimentNotFound(params.experiment_id);
      feed.changed(experimentId);
      return { data: experimentTagReply(set) };
    },
  );
}

function deleteRoute(app: FastifyInstance, db: MetaDb, feed: ExperimentFeed): void {
  route(
    app,
    {
      method: 'DELETE',
      path: `${TAGS}/{tag_identifier}`,
      id: 'deleteExperimentTag',
      access: { scopes: ['experiments:write'], workspace: true },
      audit: 'experiment_tag.delete',
      tag,
      summary: 'Remove a tag from an experiment',
      description: 'By name or Global ID. A no-op if the experiment doesn’t have the tag, even if another one does.',
      params: ExperimentTagParams,
      ok: { status: 204, description: 'The experiment is without it.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const experimentId = await existing(db, params.experiment_id);
      await deleteTag(db, experimentId, tagOf(params.tag_identifier));
      feed.changed(experimentId);
    },
  );
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
