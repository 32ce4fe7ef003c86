import { Type, type Static } from 'typebox';
import { ANNOTATION_SOURCES, ANNOTATION_TARGETS, ANNOTATOR_KINDS } from './annotation-kind.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  count,
  dataOf,
  globalId,
  isoTime,
  nullable,
  oneOf,
  repeated,
} from '../wire/schema-parts.ts';

const EXAMPLE = 'U3BhbkFubm90YXRpb246MQ==';

export const AnnotationResult = Type.Object(
  {
    label: nullable(Type.String(), { description: 'The category chosen.' }),
    score: nullable(Type.Number(), { description: 'The number given.' }),
    explanation: nullable(Type.String(), { description: 'Why, or for a note its text.' }),
  },
  { title: 'AnnotationResult' },
);

const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Anything else, as it was sent; empty unless given.',
  examples: [{ model: 'gpt-5' }],
});
const spanId = Type.String({
  description: 'OpenTelemetry id of the span.',
  examples: ['5fb0c4e8a1b2c3d4'],
});

/** The fields of every annotation, whatever its target. */
const shown = {
  id: globalId('Global ID of the annotation.', EXAMPLE),
  created_at: isoTime('When it was first written.'),
  updated_at: isoTime('When it was last changed.'),
  source: oneOf(ANNOTATION_SOURCES, {
    description: '`APP` for annotations made on the page, else `API`.',
  }),
  user_id: nullable(Type.String(), {
    description: 'Global ID of who wrote it last; null without authentication.',
  }),
  name: Type.String({
    description: 'Name of the annotation, such as a criterion.',
    examples: ['correctness'],
  }),
  annotator_kind: oneOf(ANNOTATOR_KINDS, {
    description: 'Who annotated: an LLM, code, or a human.',
  }),
  result: AnnotationResult,
  metadata: Metadata,
  identifier: Type.String({
    description: 'Distinguishes several annotations of one target under one name.',
  }),
};
export const SpanAnnotation = Type.Object(
  { ...shown, span_id: spanId },
  { title: 'SpanAnnotation' },
);
export const TraceAnnotation = Type.Object(
  { ...shown, trace_id: Type.String({ description: 'OpenTelemetry id of the trace.' }) },
  { title: 'TraceAnnotation' },
);
export const SessionAnnotation = Type.Object(
  {
    ...shown,
    session_id: Type.String({ description: 'Id of the session, as its sender gave it.' }),
  },
  { title: 'SessionAnnotation' },
);
export const DocumentAnnotation = Type.Object(
  {
    ...shown,
    span_id: spanId,
    document_position: count('Position of the document in the span, from 0.'),
  },
  { title: 'DocumentAnnotation' },
);

const aimed = {
  target: oneOf(ANNOTATION_TARGETS, { description: 'The kind of target.' }),
  target_id: Type.String({
    description: 'Id of the span (also of a document), trace or session, as its sender gave it.',
  }),
  document_position: nullable(Type.Integer(), {
    description: 'Position of the document; null for other targets.',
  }),
};
/** An annotation with any kind of target, in Telltale's own format. */
export const AnyAnnotation = Type.Object(
  {
    ...shown,
    ...aimed,
  },
  { title: 'Annotation' },
);
export type AnyAnnotation = Static<typeof AnyAnnotation>;
/** `GET /v1/annotations/{annotation_id}`. */
export const AnnotationReply = dataOf(AnyAnnotation);
/**
 * `GET /v1/traces/{trace_identifier}/annotations`: on the trace, its spans, their documents and its
 * session.
 */
export const AnnotationsOfTraceReply = Type.Object({
  data: Type.Array(AnyAnnotation),
  complete: Type.Boolean({ description: 'False when there are more than these.' }),
});

/** `GET /v1/annotations/{annotation_id}/history`, oldest first. */
export const AnnotationRevision = Type.Object(
  {
    revision: Type.Integer({ minimum: 1, description: 'Number of the state, from 1.' }),
    change: oneOf(['CREATE', 'UPDATE', 'DELETE', 'RESTORE'], {
      description: 'The kind of change.',
    }),
    changed_at: isoTime('When.'),
    source: oneOf(ANNOTATION_SOURCES, {
      description: '`APP` for what was changed on the page, else `API`.',
    }),
    user_id: nullable(Type.String(), {
      description: 'Global ID of who changed it; null without authentication.',
    }),
    annotator_kind: nullable(oneOf(ANNOTATOR_KINDS), {
      description: 'Who annotated; null after a deletion.',
    }),
    result: nullable(AnnotationResult, {
      description: 'The annotation from then on; null after a deletion.',
    }),
    metadata: nullable(Metadata, {
      description: 'The metadata from then on; null after a deletion.',
    }),
  },
  { title: 'AnnotationRevision' },
);
export type AnnotationRevision = Static<typeof AnnotationRevision>;
export const AnnotationHistoryReply = dataOf(Type.Array(AnnotationRevision));
/** `POST /v1/annotations/{annotation_id}/restore`. */
export const RestoreAnnotationBody = Type.Object(
  {
    revision: Type.Integer({
      minimum: 1,
      description: 'The revision whose content it shall have again.',
    }),
  },
  { title: 'RestoreAnnotationBody' },
);

/** All annotations of one name on one row, as lists carry them in `annotations`. */
export const AnnotationSummary = Type.Object(
  {
    name: Type.String({ description: 'Name of the annotations.' }),
    count: count('How many annotations.'),
    score: nullable(Type.Number(), { description: 'Mean of the scores; null without any.' }),
    labels: Type.Array(
      Type.Object({
        label: Type.String({ description: 'The label.' }),
        count: count('How many chose it.'),
      }),
      {
        description: 'Labels by falling count, five at most.',
      },
    ),
    annotator_kinds: Type.Array(oneOf(ANNOTATOR_KINDS), { description: 'Who annotated.' }),
  },
  { title: 'AnnotationSummary' },
);
export type AnnotationSummary = Static<typeof AnnotationSummary>;
export const annotationColumns = Type.Optional(
  repeated(
    Type.String({ maxLength: 1024, examples: ['correctness'] }),
    'Name of annotations of the row to give a column, `annotations.` and the name: the mean score, or without scores the most frequent label.',
    20,
  ),
);
export const RowAnnotations = Type.Array(AnnotationSummary, {
  description: 'Annotations of the row itself, by name in order; notes are counted under `note`.',
});

/** `GET /v1/waiting_annotations`: what came before its target. */
export const WaitingAnnotation = Type.Object(
  {
    id: Type.String({ description: 'Names it for `DELETE /v1/waiting_annotations/{id}`.' }),
    ...aimed,
    name: Type.String({ description: 'Name of the annotations.' }),
    identifier: Type.String({ description: 'As it was sent.' }),
    annotator_kind: oneOf(ANNOTATOR_KINDS, { description: 'Who annotates.' }),
    result: AnnotationResult,
    received_at: isoTime('When it came.'),
    expires_at: isoTime('When it expires, with a line in the log and a count.'),
  },
  { title: 'WaitingAnnotation' },
);
export type WaitingAnnotation = Static<typeof WaitingAnnotation>;
export const WaitingAnnotationPage = Type.Object({
  ...pageOf(WaitingAnnotation).properties,
  total: count('How many wait.'),
  oldest_received_at: nullable(isoTime('When the oldest of them came.'), {
    description: 'Null when nothing waits.',
  }),
  expired: count('How many expired since the server started.'),
});

/**
 * `GET /v1/projects/{project_identifier}/annotation_figures?start_time&end_time&buckets`: scores
 * and labels over time.
 */
const scoreMean = nullable(Type.Number(), { description: 'Mean of the scores; null without any.' });
const labelCounts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Counts by label; rare ones together under the empty label.',
});
export const AnnotationFigures = Type.Object(
  {
    target: oneOf(ANNOTATION_TARGETS, { description: 'The kind of target.' }),
    name: Type.String({ description: 'Name of the annotations.' }),
    annotator_kind: oneOf(ANNOTATOR_KINDS, { description: 'Who annotated.' }),
    count: count('Annotations in the whole window.'),
    score_mean: scoreMean,
    labels: labelCounts,
    points: Type.Array(
      Type.Object({
        start_time: isoTime('Start of the interval; by the start of what was annotated.'),
        count: count('Annotations.'),
        score_mean: scoreMean,
        labels: labelCounts,
      }),
      { description: 'Intervals with annotations, oldest first.' },
    ),
  },
  { title: 'AnnotationFigures' },
);
export const AnnotationFiguresReply = Type.Object({
  data: Type.Array(AnnotationFigures),
  start_time: isoTime('Start of the window.'),
  end_time: isoTime('End of the window.'),
});

/**
 * `GET
 * /v1/projects/{project_identifier}/annotation_agreement?name&target&start_time&end_time&limit`.
 */
export const AnnotationAgreement = Type.Object(
  {
    name: Type.String({ description: 'Name of the annotations.' }),
    target: oneOf(ANNOTATION_TARGETS, { description: 'The kind of target.' }),
    pairs: count('Targets annotated both by an LLM and by a human.'),
    complete: Type.Boolean({ description: 'False when only the newest of them were compared.' }),
    labelled: count('Pairs in which both gave a label.'),
    agreed: count('Of those, how many gave the same.'),
    percent: nullable(Type.Number(), {
      description: 'Share of equal labels, in percent; null without pairs.',
    }),
    kappa: nullable(Type.Number(), {
      description: "Cohen's kappa (Cohen 1960); null when it is not defined.",
    }),
    score_pairs: count('Pairs in which both gave a score.'),
    score_difference_mean: nullable(Type.Number(), {
      description: 'Mean of the absolute differences of the scores.',
    }),
    confusion: Type.Array(
      Type.Object({
        human: Type.String({ description: "The person's label." }),
        llm: Type.String({ description: "The model's label." }),
        count: count('Pairs.'),
      }),
      {
        description: 'How often each pair of labels was given, most frequent first, at most 200.',
      },
    ),
    disagreements: Type.Array(
      Type.Object({
        human: AnyAnnotation,
        llm: AnyAnnotation,
        trace_id: nullable(Type.String(), {
          description: 'Trace of what was annotated; null for a session.',
        }),
        subject_name: nullable(Type.String(), {
          description:
            'Name of the annotated span (itself, or one of its documents), or of the root span of the trace; null for a session.',
        }),
        input_preview: nullable(Type.String(), {
          description: "The first characters of that span's input; null without one.",
        }),
      }),
      {
        description:
          'Pairs with different labels, or where not both have one with different scores; with `human_label` or `llm_label` those of them, with both the equal ones too. Ordered by what was annotated: what was stored last comes first, whenever it was annotated.',
      },
    ),
    next_cursor: nullable(Type.String(), {
      description:
        'Cursor of the disagreements after these, whose reply counts the 5,000 pairs from there on; null at the end.',
    }),
  },
  { title: 'AnnotationAgreement' },
);
export type AnnotationAgreement = Static<typeof AnnotationAgreement>;
export type Disagreement = AnnotationAgreement['disagreements'][number];
export const AnnotationAgreementReply = dataOf(AnnotationAgreement);
