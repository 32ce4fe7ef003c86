import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/experiment-figures.routes.ts';
import { requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { followedStreams } from '#server/api/kit/reply/followed-streams.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { EventStream } from './event-stream.ts';
import { ExperimentEvents } from './experiment-events.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

/** Following the experiments of a dataset, without polling. */
export function registerExperimentEvents(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  const { authenticator, meta, experimentFeed, limits } = deps;
  const events = new ExperimentEvents(meta, experimentFeed);
  const keep = followedStreams(app, { authenticator, limits });
  serve(app, routes.followExperiments, async ({ params, reply }) => {
    const dataset = await requireDataset(meta, params.id);
    return keep(reply, () => new EventStream(events, dataset.id));
  });
}
