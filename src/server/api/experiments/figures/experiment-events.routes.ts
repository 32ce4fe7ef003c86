import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DatasetParams } from '#contracts/datasets/dataset.ts';
import { requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { followedStreams } from '#server/api/kit/reply/followed-streams.ts';
import { route } from '#server/api/kit/route/route.ts';
import { EventStream } from './event-stream.ts';
import { ExperimentEvents } from './experiment-events.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

const EVENTS = Type.String({
  description:
    'Server-sent events: `ready` at once; `change` with an `ExperimentEvent` as JSON when runs or evaluations of an experiment changed, or when it was created, changed or deleted (at most five a second for each experiment); comments in between. After a reconnect, read what is shown again.',
});

/** Following the experiments of a dataset, without polling. */
export function registerExperimentEvents(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  const { authenticator, meta, experimentFeed, limits } = deps;
  const events = new ExperimentEvents(meta, experimentFeed);
  const keep = followedStreams(app, { authenticator, limits });
  route(
    app,
    {
      method: 'GET',
      path: '/v1/datasets/{id}/experiment_events',
      id: 'followExperiments',
      access: { scopes: ['experiments:read'], workspace: true },
      tag: 'experiments',
      summary: 'Follow the experiments of a dataset',
      description: 'Server-sent events of how far experiments are, as their runs and evaluations are logged.',
      params: DatasetParams,
      ok: {
        status: 200,
        description: 'Events until the client or the server ends them.',
        schema: EVENTS,
        contentType: 'text/event-stream; charset=utf-8',
      },
      errors: ['not_found'],
    },
    async ({ params, reply }) => {
      const dataset = await requireDataset(meta, params.id);
      return keep(reply, () => new EventStream(events, dataset.id));
    },
  );
}
