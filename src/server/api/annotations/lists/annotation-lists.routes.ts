import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import * as routes from '#contracts/annotations/annotation-list.routes.ts';
import type {
  SessionAnnotationListParams,
  SpanAnnotationListParams,
  TraceAnnotationListParams,
} from '#contracts/annotations/annotation-list.ts';
import type { ProjectParams } from '#contracts/wire/schema-parts.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { authorOf } from '#server/api/kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { deleteAnnotations, listAnnotations } from './annotation-lists.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;
type ListParams =
  | typeof SpanAnnotationListParams
  | typeof TraceAnnotationListParams
  | typeof SessionAnnotationListParams;

const KINDS = [
  { target: 'span', list: routes.listSpanAnnotations, remove: routes.deleteSpanAnnotations },
  { target: 'trace', list: routes.listTraceAnnotations, remove: routes.deleteTraceAnnotations },
  {
    target: 'session',
    list: routes.listSessionAnnotations,
    remove: routes.deleteSessionAnnotations,
  },
  {
    target: 'document',
    list: routes.listDocumentAnnotations,
    remove: routes.deleteDocumentAnnotations,
  },
] as const;
type Kind = (typeof KINDS)[number];

/** A project's annotations: lists, and deleting many. */
export function registerAnnotationLists(app: FastifyInstance, deps: Deps): void {
  for (const kind of KINDS) {
    listRoute(app, deps, kind);
    deletionRoute(app, deps, kind);
  }
}

function listRoute(app: FastifyInstance, { queries }: Deps, { target, list }: Kind): void {
  serve<typeof ProjectParams, ListParams, TSchema, TSchema>(
    app,
    list,
    async ({ params: { project_identifier: project }, query, asker }) =>
      queries.json(listAnnotations, asker, { project, target, query }),
  );
}

function deletionRoute(app: FastifyInstance, { commands }: Deps, { target, remove }: Kind): void {
  serve(app, remove, async ({ params: { project_identifier: project }, query, caller, asker }) =>
    commands.run(deleteAnnotations, asker, {
      project,
      target,
      query,
      author: authorOf(caller, 'API'),
      ownOnly: caller.role !== 'ADMIN',
    }),
  );
}
