import type { TSchema } from 'typebox';
import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import type { AnnotationTarget } from './annotation-kind.ts';
import {
  DeleteAnnotationsParams,
  DocumentAnnotationPage,
  SessionAnnotationListParams,
  SessionAnnotationPage,
  SpanAnnotationListParams,
  SpanAnnotationPage,
  TraceAnnotationListParams,
  TraceAnnotationPage,
} from './annotation-list.ts';

interface Kind<Q extends TSchema, Page extends TSchema> {
  readonly target: AnnotationTarget;
  readonly id: string;
  /** The parameter that takes the ids of targets. */
  readonly ids: string;
  readonly query: Q;
  readonly page: Page;
}

/** A project's annotations of one kind of target: the lists differ in little else. */
function listing<Q extends TSchema, Page extends TSchema>({
  target,
  id,
  ids,
  query,
  page,
}: Kind<Q, Page>) {
  return declare({
    method: 'GET',
    path: `/v1/projects/{project_identifier}/${target}_annotations`,
    id,
    access: { scopes: ['traces:read'] },
    tag: 'annotations',
    summary: `List annotations of ${target}s`,
    description: `Newest first, notes among them. At least one of \`${ids}\` and \`identifier\` is needed; filters are ANDed, the values of one are ORed. 404 when \`${ids}\` alone are given and none of them exists in the project.`,
    params: ProjectParams,
    query,
    ok: { status: 200, description: 'A page of annotations.', schema: page },
    errors: ['not_found'],
  });
}
export const listSpanAnnotations = listing({
  target: 'span',
  id: 'listSpanAnnotations',
  ids: 'span_ids',
  query: SpanAnnotationListParams,
  page: SpanAnnotationPage,
});
export const listTraceAnnotations = listing({
  target: 'trace',
  id: 'listTraceAnnotations',
  ids: 'trace_ids',
  query: TraceAnnotationListParams,
  page: TraceAnnotationPage,
});
export const listSessionAnnotations = listing({
  target: 'session',
  id: 'listSessionAnnotations',
  ids: 'session_ids',
  query: SessionAnnotationListParams,
  page: SessionAnnotationPage,
});
export const listDocumentAnnotations = listing({
  target: 'document',
  id: 'listDocumentAnnotations',
  ids: 'span_ids',
  query: SpanAnnotationListParams,
  page: DocumentAnnotationPage,
});

function deleting(target: AnnotationTarget, id: string) {
  return declare({
    method: 'DELETE',
    path: `/v1/projects/{project_identifier}/${target}_annotations`,
    id,
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
  });
}
export const deleteSpanAnnotations = deleting('span', 'deleteSpanAnnotations');
export const deleteTraceAnnotations = deleting('trace', 'deleteTraceAnnotations');
export const deleteSessionAnnotations = deleting('session', 'deleteSessionAnnotations');
export const deleteDocumentAnnotations = deleting('document', 'deleteDocumentAnnotations');
