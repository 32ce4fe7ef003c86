import type { TSchema } from 'typebox';
import { TraceParams } from '../traces/trace.ts';
import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import {
  ANNOTATION_LIMITS,
  AnnotateDocumentsBody,
  AnnotateParams,
  AnnotateReply,
  AnnotateSessionsBody,
  AnnotateSpansBody,
  AnnotateTracesBody,
  NoteParams,
  NoteReply,
  SessionNoteBody,
  SpanNoteBody,
  TraceNoteBody,
} from './annotation-create.ts';
import { NOTE_NAME, type AnnotationTarget } from './annotation-kind.ts';
import {
  AnnotationAgreementParams,
  AnnotationChangeParams,
  AnnotationFigureParams,
  AnnotationParams,
  WaitingListParams,
  WaitingParams,
} from './annotation-list.ts';
import {
  AnnotationAgreementReply,
  AnnotationFiguresReply,
  AnnotationHistoryReply,
  AnnotationReply,
  AnnotationsOfTraceReply,
  RestoreAnnotationBody,
  WaitingAnnotationPage,
} from './annotation.ts';

const RULES = `Creates, or updates what has the same name, target and \`identifier\`: id and time of creation stay. All or none. With \`sync=true\` every target must exist, else 404 names those that do not. With \`sync=false\` what names a target that has not come yet is stored durably and waits for it (\`GET /v1/waiting_annotations\`); 429 when too much waits. Follows the config of that name where the project has one. At most ${ANNOTATION_LIMITS.itemsMax} items; gzip and deflate are read.`;
const EXAMPLE = {
  name: 'correctness',
  annotator_kind: 'LLM',
  result: { label: 'correct', score: 1, explanation: 'As the handbook says.' },
};

/** Writing annotations of one kind of target: the routes differ in little else. */
function annotating<B extends TSchema>(
  target: AnnotationTarget,
  id: string,
  what: string,
  body: B,
  example: object,
) {
  return declare({
    method: 'POST',
    path: `/v1/${target}_annotations`,
    id,
    access: { scopes: ['traces:write'] },
    tag: 'annotations',
    summary: `Annotate ${what}`,
    description:
      target === 'document'
        ? `${RULES} The position must be that of one of the span's documents.`
        : RULES,
    query: AnnotateParams,
    body,
    bodyExample: { data: [example] },
    rawBody: true,
    ok: { status: 200, description: 'Stored.', schema: AnnotateReply },
    errors: ['not_found', 'rate_limited', 'storage_full'],
  });
}
export const annotateSpans = annotating('span', 'annotateSpans', 'spans', AnnotateSpansBody, {
  span_id: '5fb0c4e8a1b2c3d4',
  ...EXAMPLE,
  metadata: { model: 'gpt-5' },
  identifier: 'run-7',
});
export const annotateTraces = annotating('trace', 'annotateTraces', 'traces', AnnotateTracesBody, {
  trace_id: '0af7651916cd43dd8448eb211c80319c',
  ...EXAMPLE,
});
export const annotateSessions = annotating(
  'session',
  'annotateSessions',
  'sessions',
  AnnotateSessionsBody,
  {
    session_id: 'chat-1',
    ...EXAMPLE,
  },
);
export const annotateSpanDocuments = annotating(
  'document',
  'annotateSpanDocuments',
  'retrieved documents',
  AnnotateDocumentsBody,
  {
    span_id: '5fb0c4e8a1b2c3d4',
    document_position: 0,
    name: 'relevance',
    annotator_kind: 'HUMAN',
    result: { label: 'relevant', score: 1 },
  },
);

/** The longest note, with every character written as six (`\\u0041`), and its frame. */
const NOTE_BYTES_MAX = 6 * ANNOTATION_LIMITS.explanationCharsMax + 64 * 1024;

function noting<B extends TSchema>(
  target: Exclude<AnnotationTarget, 'document'>,
  id: string,
  body: B,
  example: object,
) {
  return declare({
    method: 'POST',
    path: `/v1/${target}_notes`,
    id,
    access: { scopes: ['traces:write'] },
    tag: 'annotations',
    summary: `Write a note to a ${target}`,
    description: `Kept as an annotation called \`${NOTE_NAME}\`, with the text as its explanation. Each note is a new one, unless \`identifier\` names one to overwrite.`,
    query: NoteParams,
    body,
    bodyBytesMax: NOTE_BYTES_MAX,
    bodyExample: { data: { ...example, note: 'Look at the second answer.' } },
    ok: { status: 200, description: 'Stored.', schema: NoteReply },
    errors: ['not_found', 'storage_full'],
  });
}
export const createSpanNote = noting('span', 'createSpanNote', SpanNoteBody, {
  span_id: '5fb0c4e8a1b2c3d4',
});
export const createTraceNote = noting('trace', 'createTraceNote', TraceNoteBody, {
  trace_id: '0af7651916cd43dd8448eb211c80319c',
});
export const createSessionNote = noting('session', 'createSessionNote', SessionNoteBody, {
  session_id: 'chat-1',
});

export const getAnnotation = declare({
  method: 'GET',
  path: '/v1/annotations/{annotation_id}',
  id: 'getAnnotation',
  access: { scopes: ['traces:read'] },
  tag: 'annotations',
  summary: 'Read an annotation',
  description: 'Of a span, trace, session or document: its Global ID tells which.',
  params: AnnotationParams,
  ok: { status: 200, description: 'The annotation.', schema: AnnotationReply },
  errors: ['not_found'],
});

export const getAnnotationHistory = declare({
  method: 'GET',
  path: '/v1/annotations/{annotation_id}/history',
  id: 'getAnnotationHistory',
  access: { scopes: ['traces:read'] },
  tag: 'annotations',
  summary: 'Read the history of an annotation',
  description:
    'The revisions of the annotation with their authors and times, oldest first; also of a deleted annotation, while its target exists.',
  params: AnnotationParams,
  ok: { status: 200, description: 'Its revisions.', schema: AnnotationHistoryReply },
  errors: ['not_found'],
});

export const getAnnotationsOfTrace = declare({
  method: 'GET',
  path: '/v1/traces/{trace_identifier}/annotations',
  id: 'getAnnotationsOfTrace',
  access: { scopes: ['traces:read'] },
  tag: 'annotations',
  summary: 'Read all annotations of a trace',
  description:
    'On the trace, its spans, their documents and its session, notes included, in the order they were created.',
  params: TraceParams,
  ok: {
    status: 200,
    description: 'The annotations, at most 10,000.',
    schema: AnnotationsOfTraceReply,
  },
  errors: ['not_found'],
});

export const deleteAnnotation = declare({
  method: 'DELETE',
  path: '/v1/annotations/{annotation_id}',
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
});

export const restoreAnnotation = declare({
  method: 'POST',
  path: '/v1/annotations/{annotation_id}/restore',
  id: 'restoreAnnotation',
  access: { scopes: ['traces:write'] },
  tag: 'annotations',
  summary: 'Restore a revision of an annotation',
  description:
    'Makes it what it was at a revision, as a new revision; one that was deleted comes back under its id.',
  params: AnnotationParams,
  query: AnnotationChangeParams,
  body: RestoreAnnotationBody,
  bodyExample: { revision: 1 },
  ok: { status: 200, description: 'The current annotation.', schema: AnnotationReply },
  errors: ['not_found', 'conflict'],
});

export const listWaitingAnnotations = declare({
  method: 'GET',
  path: '/v1/waiting_annotations',
  id: 'listWaitingAnnotations',
  access: { scopes: ['traces:read'], workspace: true },
  tag: 'annotations',
  summary: 'List annotations that wait',
  description:
    'Annotations sent with `sync=false` whose span, trace or session has not arrived yet, oldest first, with their total number. They are applied when the target arrives, and expire after `SERVICE_ANNOTATION_WAIT`, with a line in the log.',
  query: WaitingListParams,
  ok: { status: 200, description: 'A page of what waits.', schema: WaitingAnnotationPage },
  errors: [],
});

export const deleteWaitingAnnotation = declare({
  method: 'DELETE',
  path: '/v1/waiting_annotations/{waiting_id}',
  id: 'deleteWaitingAnnotation',
  access: { scopes: ['traces:write'], workspace: true },
  audit: 'annotation.delete',
  tag: 'annotations',
  summary: 'Delete an annotation that waits',
  description: 'The annotation is dropped, and not applied when its target arrives.',
  params: WaitingParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const getAnnotationFigures = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/annotation_figures',
  id: 'getAnnotationFigures',
  access: { scopes: ['traces:read'] },
  tag: 'annotations',
  summary: 'Scores and labels over time',
  description:
    'Counts, mean scores and labels in equal intervals of the start of what was annotated, for each target, name and kind of annotator. From roll-ups.',
  params: ProjectParams,
  query: AnnotationFigureParams,
  ok: {
    status: 200,
    description: 'A series for each target, name and kind of annotator.',
    schema: AnnotationFiguresReply,
  },
  errors: ['not_found'],
});

export const getAnnotationAgreement = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/annotation_agreement',
  id: 'getAnnotationAgreement',
  access: { scopes: ['traces:read'] },
  tag: 'annotations',
  summary: 'Human–LLM agreement',
  description:
    "For targets that both an LLM and a human annotated under a name (the newest annotation of each, of the newest 5,000 targets): the share of equal labels, Cohen's kappa (J. Cohen 1960), how scores differ, and the disagreements as a list to walk through.",
  params: ProjectParams,
  query: AnnotationAgreementParams,
  ok: { status: 200, description: 'How far they agree.', schema: AnnotationAgreementReply },
  errors: ['not_found'],
});
