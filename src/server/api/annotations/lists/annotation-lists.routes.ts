import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import {
  DeleteAnnotationsParams,
  DocumentAnnotationPage,
  SessionAnnotationListParams,
  SessionAnnotationPage,
  SpanAnnotationListParams,
  SpanAnnotationPage,
  TraceAnnotationListParams,
  TraceAnnotationPage,
} from '#contracts/annotations/annotation-list.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import { authorOf } from '#server/api/kit/annotations/annotation-codec.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { route } from '#server/api/kit/route/route.ts';
import { deleteAnnotations, listAnnotations } from './annotation-lists.service.ts';

type Deps = Pick<ApiDeps, 'queries' | 'commands'>;
type ListParams = typeof SpanAnnotationListParams | typeof TraceAnnotationListParams | typeof SessionAnnotationListParams;

interface Kind {
  readonly target: AnnotationTarget;
  /** In operation ids. */
  readonly name: string;
  readonly ids: string;
  readonly query: ListParams;
  readonly page: TSchema;
}
const KINDS: readonly Kind[] = [
  { target: 'span', name: 'SpanAnnotations', ids: 'span_ids', query: SpanAnnotationListParams, page: SpanAnnotationPage },
  { target: 'trace', name: 'TraceAnnotations', ids: 'trace_ids', query: TraceAnnotationListParams, page: TraceAnnotationPage },
  { target: 'session', name: 'SessionAnnotations', ids: 'session_ids', query: SessionAnnotationListParams, page: SessionAnnotationPage },
  { target: 'document', name: 'DocumentAnnotations', ids: 'span_ids', query: SpanAnnotationListParams, page: DocumentAnnotationPage },
];

/** A project's annotations: lists, and deleting many. */
export function registerAnnotationLists(app: FastifyInstance, deps: Deps): void {
  for (const kind of KINDS) {
    listRoute(app, deps, kind);
    deletionRoute(app, deps, kind);
  }
}

function listRoute(app: FastifyInstance, { queries }: Deps, { target, name, ids, query: params, page }: Kind): void {
  route(
    app,
    {
      method: 'GET',
      path: `/v1/projects/{project_identifier}/${target}_annotations`,
      id: `list${name}`,
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: `List annotations of ${target}s`,
      description: `Newest first, notes among them. At least one of \`${ids}\` and \`identifier\` is needed; filters are ANDed, the values of one are ORed. 404 when \`${ids}\` alone are given and none of them exists in the project.`,
      params: ProjectParams,
      query: params,
      ok: { status: 200, description: 'A page of annotations.', schema: page },
      errors: ['not_found'],
    },
    async ({ params: { project_identifier: project }, query, signal }) => queries.json(listAnnotations, { project, target, query }, signal),
  );
}

function deletionRoute(app: FastifyInstance, { commands }: Deps, { target, name }: Kind): void {
  route(
    app,
    {
      method: 'DELETE',
      path: `/v1/projects/{project_identifier}/${target}_annotations`,
      id: `delete${name}`,
      access: { scopes: ['traces:write'] },
      audit: 'annotation.delete',
      tag: 'annotations',
      summary: `Delete annotations of ${target}s`,
      description:
        'Deletes annotations created in a time window, or with `delete_all` all of them; the other parameters narrow the selection, notes included. Members can delete their own, admins all. The history stays while the target exists.',
      params: ProjectParams,
      query: DeleteAnnotationsParams,
      ok: { status: 204, description: 'Deleted, or nothing matched.' },
      errors: ['not_found'],
    },
    async ({ params: { project_identifier: project }, query, caller }) =>
      commands.run(deleteAnnotations, { project, target, query, author: authorOf(caller, 'API'), ownOnly: caller.role !== 'ADMIN' }),
  );
}
