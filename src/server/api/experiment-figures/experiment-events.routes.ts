import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DatasetParams } from '#contracts/dataset.ts';
import { AppError } from '#contracts/errors.ts';
import { requireDataset } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { watchCaller } from '../kit/caller-watch.ts';
import { route } from '../kit/route.ts';
import { EventStream } from './event-stream.ts';
import { ExperimentEvents } from './experiment-events.ts';
import type { ExperimentFigureDeps } from './figure-deps.ts';

const EVENTS = Type.String({
  description:
    'Server-sent events: `ready` at once; `change` with an `ExperimentEvent` as JSON when runs or evaluations of an experiment changed, or when it was created, changed or deleted (at most five a second for each experiment); comments in between. After a reconnect, read what is shown again.',
});

/** Following the experiments of a dataset, without polling. Streams end when the server stops, and when whoever follows may no more. */
export function registerExperimentEvents(app: FastifyInstance, deps: ExperimentFigureDeps): void {
  const { authenticator, meta, experimentFeed, limits } = deps;
  const events = new ExperimentEvents(meta, experimentFeed);
  const open = new Set<EventStream>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.stop();
  });
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
    async ({ params, request, reply }) => {
      const dataset = await requireDataset(meta, params.id);
      if (open.size >= limits.liveConnectionsMax) {
        throw new AppError('unavailable', `${limits.liveConnectionsMax} pages follow experiments already; try again later.`, {
          retryAfterSeconds: 5,
        });
      }
      if (reply.raw.closed) throw new AppError('unavailable', 'The client has hung up.');
      const stream = new EventStream(events, dataset.id);
      open.add(stream);
      const unwatch = watchCaller(authenticator, request, () => stream.stop());
      // The connection may be gone already, and then nobody would ever read the stream to its end.
      reply.raw.once('close', () => {
        open.delete(stream);
        unwatch();
        stream.stop();
        stream.body.destroy();
      });
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return stream.body;
    },
  );
}
