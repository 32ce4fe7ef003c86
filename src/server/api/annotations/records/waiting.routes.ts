import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/routes.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { deleteWaiting, listWaiting } from './waiting.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands' | 'waitingAnnotations'>;

/** Annotations that came before their span, trace or session. */
export function registerWaiting(app: FastifyInstance, { queries, commands, waitingAnnotations }: Deps): void {
  serve(app, routes.listWaitingAnnotations, async ({ query: { cursor, limit = 100 }, asker }) => {
    const { waitMs, expired } = waitingAnnotations;
    const from = cursor === undefined ? {} : { cursor };
    return queries.json(listWaiting, asker, { limit, waitMs, expired: expired(), ...from });
  });
  serve(app, routes.deleteWaitingAnnotation, async ({ params, asker }) => commands.run(deleteWaiting, asker, { id: params.waiting_id }));
}
