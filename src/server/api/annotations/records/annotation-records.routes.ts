import type { FastifyInstance } from 'fastify';
import { AnnotationChangeParams, AnnotationParams } from '#contracts/annotations/annotation-list.ts';
import {
  AnnotationHistoryReply,
  AnnotationReply,
  AnnotationsOfTraceReply,
  RestoreAnnotationBody,
} from '#contracts/annotations/annotation.ts';
import { TraceParams } from '#contracts/traces/trace.ts';
import { authorOf } from '#server/api/kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { route } from '#server/api/kit/route/route.ts';
import {
  deleteAnnotation,
  getAnnotation,
  getAnnotationHistory,
  getAnnotationsOfTrace,
  restoreAnnotation,
} from './annotation-records.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;
const ANNOTATION = '/v1/annotations/{annotation_id}';

/** Annotations one by one, with their history, and all those of a trace. */
export function registerAnnotationRecords(app: FastifyInstance, deps: Deps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: ANNOTATION,
      id: 'getAnnotation',
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: 'Read an annotation',
      description: 'Of a span, trace, session or document: its Global ID tells which.',
      params: AnnotationParams,
      ok: { status: 200, description: 'The annotation.', schema: AnnotationReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => queries.json(getAnnotation, { id: params.annotation_id }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${ANNOTATION}/history`,
      id: 'getAnnotationHistory',
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: 'Read the history of an annotation',
      description:
        'The revisions of the annotation with their authors and times, oldest first; also of a deleted annotation, while its target exists.',
      params: AnnotationParams,
      ok: { status: 200, description: 'Its revisions.', schema: AnnotationHistoryReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => queries.json(getAnnotationHistory, { id: params.annotation_id }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/traces/{trace_identifier}/annotations',
      id: 'getAnnotationsOfTrace',
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: 'Read all annotations of a trace',
      description: 'On the trace, its spans, their documents and its session, notes included, in the order they were created.',
      params: TraceParams,
      ok: { status: 200, description: 'The annotations, at most 10,000.', schema: AnnotationsOfTraceReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => queries.json(getAnnotationsOfTrace, { trace: params.trace_identifier }, signal),
  );
}

function changeRoutes(app: FastifyInstance, { commands }: Deps): void {
  route(
    app,
    {
      method: 'DELETE',
      path: ANNOTATION,
      id: 'deleteAnnotation',
      access: { scopes: ['traces:write'] },
      audit: 'annotation.delete',
      tag: 'annotations',
      summary: 'Delete an annotation',
      description: 'Its history stays while its target does, and `restore` brings it back.',
      params: AnnotationParams,
      query: AnnotationChangeParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params, query, caller }) =>
      commands.run(deleteAnnotation, { id: params.annotation_id, author: authorOf(caller, query.source ?? 'API') }),
  );
  route(
    app,
    {
      method: 'POST',
      path: `${ANNOTATION}/restore`,
      id: 'restoreAnnotation',
      access: { scopes: ['traces:write'] },
      tag: 'annotations',
      summary: 'Restore a revision of an annotation',
      description: 'Makes it what it was at a revision, as a new revision; one that was deleted comes back under its id.',
      params: AnnotationParams,
      query: AnnotationChangeParams,
      body: RestoreAnnotationBody,
      bodyExample: { revision: 1 },
      ok: { status: 200, description: 'The current annotation.', schema: AnnotationReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, query, body, caller }) => {
      const author = authorOf(caller, query.source ?? 'API');
      return commands.run(restoreAnnotation, { id: params.annotation_id, revision: body.revision, author });
    },
  );
}
