import { Type, type Static } from 'typebox';
import { ANNOTATION_LIMITS, annotationSource } from './annotation-create.ts';
import { ANNOTATION_TARGETS, ANNOTATOR_KINDS } from './annotation-kind.ts';
import {
  DocumentAnnotation,
  SessionAnnotation,
  SpanAnnotation,
  TraceAnnotation,
} from './annotation.ts';
import { chartTimes } from '../metrics/figures.ts';
import { pageOf } from '../wire/pagination.ts';
import { CursorParam, limitParam, oneOf, repeated, timeParam } from '../wire/schema-parts.ts';

const PAGE_ROWS_MAX = 10_000;
const nameText = Type.String({
  maxLength: ANNOTATION_LIMITS.nameCharsMax,
  examples: ['correctness'],
});

const listed = {
  identifier: Type.Optional(
    repeated(
      Type.String({ maxLength: ANNOTATION_LIMITS.identifierCharsMax, examples: ['nightly'] }),
      'Only annotations with this identifier.',
    ),
  ),
  include_annotation_names: Type.Optional(repeated(nameText, 'Only annotations of this name.')),
  exclude_annotation_names: Type.Optional(repeated(nameText, 'No annotations of this name.')),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(10, PAGE_ROWS_MAX)),
};
const ids = (what: string, example: string) => {
  const id = Type.String({ maxLength: ANNOTATION_LIMITS.targetIdCharsMax, examples: [example] });
  return Type.Optional(
    repeated(id, `Only annotations of this ${what}. Without \`identifier\`, required.`),
  );
};
/** Of spans, and of their documents. */
export const SpanAnnotationListParams = Type.Object({
  span_ids: ids('span', '5fb0c4e8a1b2c3d4'),
  ...listed,
});
export const TraceAnnotationListParams = Type.Object({
  trace_ids: ids('trace', '0af7651916cd43dd8448eb211c80319c'),
  ...listed,
});
export const SessionAnnotationListParams = Type.Object({
  session_ids: ids('session', 'user-42-chat-7'),
  ...listed,
});
/** The parameters of any of these lists. */
export type AnnotationListParams = Static<typeof SpanAnnotationListParams> &
  Static<typeof TraceAnnotationListParams> &
  Static<typeof SessionAnnotationListParams>;
export const SpanAnnotationPage = pageOf(SpanAnnotation);
export const TraceAnnotationPage = pageOf(TraceAnnotation);
export const SessionAnnotationPage = pageOf(SessionAnnotation);
export const DocumentAnnotationPage = pageOf(DocumentAnnotation);

export const DeleteAnnotationsParams = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ANNOTATION_LIMITS.nameCharsMax,
      description: 'Only those of this name.',
      examples: ['correctness'],
    }),
  ),
  identifier: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ANNOTATION_LIMITS.identifierCharsMax,
      description: 'Only those with this identifier.',
      examples: ['nightly'],
    }),
  ),
  annotator_kind: Type.Optional(
    oneOf(ANNOTATOR_KINDS, { description: 'Only annotations by an LLM, by code, or by a human.' }),
  ),
  start_time: Type.Optional(timeParam('Only those created at or after this time.')),
  end_time: Type.Optional(
    timeParam('Only those created before this time; later than `start_time`.'),
  ),
  delete_all: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Needed unless both times are given: without it a forgotten time would delete everything.',
    }),
  ),
});
export type DeleteAnnotationsParams = Static<typeof DeleteAnnotationsParams>;

export const AnnotationParams = Type.Object({
  annotation_id: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Global ID of an annotation of a span, trace, session or document.',
    examples: ['U3BhbkFubm90YXRpb246MQ=='],
  }),
});
/** Of `DELETE /v1/annotations/{annotation_id}` and `POST …/restore`. */
export const AnnotationChangeParams = Type.Object({ source: annotationSource });

export const WaitingListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export const WaitingParams = Type.Object({
  waiting_id: Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'As the list of what waits gives it in `id`.',
    examples: ['17'],
  }),
});

export const AnnotationFigureParams = Type.Object({
  ...chartTimes,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 60, description: 'Intervals, 1 to 500.' }),
  ),
  target: Type.Optional(
    oneOf(ANNOTATION_TARGETS, { description: 'Only annotations of this kind of target.' }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: ANNOTATION_LIMITS.nameCharsMax,
      description: 'Only annotations of this name.',
    }),
  ),
});
const pairLabel = (whose: string) =>
  Type.String({
    maxLength: ANNOTATION_LIMITS.labelCharsMax,
    description: `Only pairs with this label of ${whose} annotation in the list of disagreements.`,
    examples: ['good'],
  });
export const AnnotationAgreementParams = Type.Object({
  ...chartTimes,
  name: Type.String({
    maxLength: ANNOTATION_LIMITS.nameCharsMax,
    description: 'Name of the annotations to compare.',
    examples: ['correctness'],
  }),
  target: Type.Optional(
    oneOf(ANNOTATION_TARGETS, { default: 'span', description: 'The annotated targets.' }),
  ),
  human_label: Type.Optional(pairLabel("a human's")),
  llm_label: Type.Optional(pairLabel("an LLM's")),
  limit: Type.Optional(limitParam(100)),
  cursor: Type.Optional(CursorParam),
});
