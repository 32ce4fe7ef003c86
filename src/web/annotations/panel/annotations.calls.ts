import { queryOptions } from '@tanstack/react-query';
import { listSessionAnnotations } from '#contracts/annotations/annotation-list.routes.ts';
import {
  annotateSessions,
  annotateSpanDocuments,
  annotateSpans,
  annotateTraces,
  createSessionNote,
  createSpanNote,
  createTraceNote,
  deleteAnnotation as deleteAnnotationRoute,
  getAnnotationHistory,
  getAnnotationsOfTrace,
  restoreAnnotation as restoreAnnotationRoute,
} from '#contracts/annotations/routes.ts';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME, type AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotatedThing, AnnotationResult } from '#web/annotations/annotated-thing.ts';
import { call, callExactly } from '#web/platform/http/client.ts';

/** Most annotations of a single session that are read and shown. */
const SESSION_ANNOTATIONS_MAX = 1000;
const OUTLIVING_CHARS_MAX = 4096;
const ON_THE_PAGE = { source: 'APP' } as const;

/** Every annotation of a trace, its spans, their documents and its session. */
export function traceAnnotationsOptions(trace: string) {
  return queryOptions({
    queryKey: ['annotations', 'trace', trace],
    queryFn: async ({ signal }): Promise<readonly AnyAnnotation[]> => {
      const params = { trace_identifier: trace };
      return (await callExactly(getAnnotationsOfTrace, { params, signal })).data;
    },
    staleTime: 5000,
    gcTime: 60_000,
  });
}

/** The annotations of a session itself, by its sender's id. */
export function sessionAnnotationsOptions(project: string, session: string) {
  return queryOptions({
    queryKey: ['annotations', 'session', session],
    queryFn: async ({ signal }): Promise<readonly AnyAnnotation[]> => {
      const page = await callExactly(listSessionAnnotations, {
        params: { project_identifier: project },
        query: { session_ids: [session], limit: SESSION_ANNOTATIONS_MAX },
        signal,
      });
      return page.data.map(({ session_id: id, ...shown }) => ({
        ...shown,
        target: 'session',
        target_id: id,
        document_position: null,
      }));
    },
    staleTime: 5000,
    gcTime: 60_000,
  });
}

/** Each state of an annotation, oldest first; of a deleted one too. */
export function annotationHistoryOptions(id: string) {
  return queryOptions({
    queryKey: ['annotation-history', id],
    queryFn: async ({ signal }) =>
      (await callExactly(getAnnotationHistory, { params: { annotation_id: id }, signal })).data,
    staleTime: 0,
  });
}

/** An annotation in a request: its unique key and its content. */
export interface AnnotationWrite {
  readonly annotated: AnnotatedThing;
  readonly name: string;
  readonly result: AnnotationResult;
  readonly identifier: string;
  /** Of an annotation that is edited: it keeps its metadata. */
  readonly edited: AnyAnnotation | undefined;
}

/** Creates or changes an annotation; resolves to its Global ID. The request outlives the page. */
export async function writeAnnotation({
  annotated,
  name,
  result,
  identifier,
  edited,
}: AnnotationWrite): Promise<string> {
  if (name === NOTE_NAME && annotated.target !== 'document')
    return await writeNote(annotated, result.explanation ?? '', identifier);
  const metadata = edited === undefined ? {} : { metadata: edited.metadata };
  const { data } = await post(annotated.target, [annotated], {
    name,
    annotator_kind: 'HUMAN',
    result,
    identifier,
    ...metadata,
  });
  const [written] = data;
  if (written === undefined) throw new Error('The server’s reply doesn’t contain the annotation.');
  return written.id;
}

/** Annotates many things of one kind alike, all of them or none. */
export async function writeAnnotations(
  annotated: readonly AnnotatedThing[],
  sentAnnotation: Pick<SharedFields, 'name' | 'result' | 'identifier'>,
): Promise<void> {
  const target = annotated[0]?.target ?? 'trace';
  await post(target, annotated, { ...sentAnnotation, annotator_kind: 'HUMAN' });
}

interface SharedFields {
  readonly name: string;
  readonly annotator_kind: AnnotatorKind;
  readonly result: AnnotationResult;
  readonly identifier: string;
  readonly metadata?: Record<string, unknown>;
}

async function post(
  target: AnnotatedThing['target'],
  annotated: readonly AnnotatedThing[],
  shared: SharedFields,
) {
  const init = {
    query: { sync: true, ...ON_THE_PAGE },
    keepalive: annotated.length === 1 && outlives(shared),
  };
  switch (target) {
    case 'span':
      return await call(annotateSpans, {
        ...init,
        body: { data: annotated.map(({ id }) => ({ ...shared, span_id: id })) },
      });
    case 'trace':
      return await call(annotateTraces, {
        ...init,
        body: { data: annotated.map(({ id }) => ({ ...shared, trace_id: id })) },
      });
    case 'session':
      return await call(annotateSessions, {
        ...init,
        body: { data: annotated.map(({ id }) => ({ ...shared, session_id: id })) },
      });
    case 'document': {
      const data = annotated.map(({ id, position }) => ({
        ...shared,
        span_id: id,
        document_position: position ?? 0,
      }));
      return await call(annotateSpanDocuments, { ...init, body: { data } });
    }
  }
}

/**
 * Writes the note of an identifier; resolves to its Global ID. A thing may have many.
 */
export async function writeNote(
  { target, id }: AnnotatedThing,
  text: string,
  identifier: string,
): Promise<string> {
  const note = { note: text, identifier };
  const init = { query: ON_THE_PAGE, keepalive: outlives(note) };
  switch (target) {
    case 'trace':
      return (await call(createTraceNote, { ...init, body: { data: { ...note, trace_id: id } } }))
        .data.id;
    case 'session':
      return (
        await call(createSessionNote, { ...init, body: { data: { ...note, session_id: id } } })
      ).data.id;
    default:
      return (await call(createSpanNote, { ...init, body: { data: { ...note, span_id: id } } }))
        .data.id;
  }
}

export async function deleteAnnotation(id: string): Promise<void> {
  await call(deleteAnnotationRoute, {
    params: { annotation_id: id },
    query: ON_THE_PAGE,
    keepalive: true,
  });
}

/** Makes an annotation what it was at a revision, also one that was deleted. */
export async function restoreAnnotation(id: string, revision: number): Promise<void> {
  await call(restoreAnnotationRoute, {
    params: { annotation_id: id },
    query: ON_THE_PAGE,
    body: { revision },
    keepalive: true,
  });
}

/**
 * Browsers let all requests that outlive a page hold 64 KB between them: a longer one would be
 * refused.
 */
function outlives(body: object): boolean {
  return JSON.stringify(body).length <= OUTLIVING_CHARS_MAX;
}
