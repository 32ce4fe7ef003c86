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

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;

/** Annotations one by one, with their history, and all those of a trace. */
export function registerAnnotationRecords(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getAnnotation, async ({ params, signal }) => queries.json(getAnnotation, { id: params.annotation_id }, signal));
  serve(app, routes.getAnnotationHistory, async ({ params, signal }) =>
    queries.json(getAnnotationHistory, { id: params.annotation_id }, signal),
  );
  serve(app, routes.getAnnotationsOfTrace, async ({ params, signal }) =>
    queries.json(getAnnotationsOfTrace, { trace: params.trace_identifier }, signal),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Deps): void {
  serve(app, routes.deleteAnnotation, async ({ params, query, caller }) =>
    commands.run(deleteAnnotation, { id: params.annotation_id, author: authorOf(caller, query.source ?? 'API') }),
  );
  serve(app, routes.restoreAnnotation, async ({ params, query, body, caller }) => {
    const author = authorOf(caller, query.source ?? 'API');
    return commands.run(restoreAnnotation, { id: params.annotation_id, revision: body.revision, author });
  });
}
