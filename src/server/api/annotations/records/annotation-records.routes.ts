import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/routes.ts';
import { authorOf } from '#server/api/kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import {
  deleteAnnotation,
  getAnnotation,
  getAnnotationHistory,
  getAnnotationsOfTrace,
  restoreAnnotation,
} from './annotation-records.service.ts';
import { deleteWaiting, listWaiting } from './waiting.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;

/** Annotations one by one, with their history, and all those of a trace. */
export function registerAnnotationRecords(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getAnnotation, async ({ params, asker }) =>
    queries.json(getAnnotation, asker, { id: params.annotation_id }),
  );
  serve(app, routes.getAnnotationHistory, async ({ params, asker }) =>
    queries.json(getAnnotationHistory, asker, { id: params.annotation_id }),
  );
  serve(app, routes.getAnnotationsOfTrace, async ({ params, asker }) =>
    queries.json(getAnnotationsOfTrace, asker, { trace: params.trace_identifier }),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteAnnotation, async ({ params, query, caller, asker }) =>
    commands.run(deleteAnnotation, asker, {
      id: params.annotation_id,
      author: authorOf(caller, query.source ?? 'API'),
    }),
  );
  serve(app, routes.restoreAnnotation, async ({ params, query, body, caller, asker }) => {
    const author = authorOf(caller, query.source ?? 'API');
    return commands.run(restoreAnnotation, asker, {
      id: params.annotation_id,
      revision: body.revision,
      author,
    });
  });
}

type WaitingDeps = Pick<ApiDeps, 'queries' | 'commands' | 'waitingAnnotations'>;

/** Annotations that came before their span, trace or session. */
export function registerWaiting(
  app: FastifyInstance,
  { queries, commands, waitingAnnotations }: WaitingDeps,
): void {
  serve(app, routes.listWaitingAnnotations, async ({ query: { cursor, limit = 100 }, asker }) => {
    const { waitMs, expired } = waitingAnnotations;
    const from = cursor === undefined ? {} : { cursor };
    return queries.json(listWaiting, asker, { limit, waitMs, expired: expired(), ...from });
  });
  serve(app, routes.deleteWaitingAnnotation, async ({ params, asker }) =>
    commands.run(deleteWaiting, asker, { id: params.waiting_id }),
  );
}
