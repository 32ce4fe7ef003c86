import { Type, type Static, type TSchema } from 'typebox';
import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from './annotation-kind.ts';
import { dataOf, globalId, nullable, oneOf } from '../wire/schema-parts.ts';

/** How large the parts of an annotation may be. */
export const ANNOTATION_LIMITS = {
  itemsMax: 100_000,
  nameCharsMax: 1024,
  identifierCharsMax: 1024,
  labelCharsMax: 10_000,
  explanationCharsMax: 1024 * 1024,
  /** As JSON text. */
  metadataCharsMax: 256 * 1024,
  metadataDepthMax: 32,
  targetIdCharsMax: 4096,
} as const;

const NewResult = Type.Object(
  {
    label: Type.Optional(
      nullable(Type.String({ maxLength: ANNOTATION_LIMITS.labelCharsMax }), {
        description: 'The category chosen.',
      }),
    ),
    score: Type.Optional(nullable(Type.Number(), { description: 'The number given; finite.' })),
    explanation: Type.Optional(
      nullable(Type.String({ maxLength: ANNOTATION_LIMITS.explanationCharsMax }), {
        description: 'The reason for the label or score.',
      }),
    ),
  },
  { title: 'AnnotationResultData' },
);

const identifierText = (description: string) =>
  Type.String({ maxLength: ANNOTATION_LIMITS.identifierCharsMax, default: '', description });
const common = {
  name: Type.String({
    maxLength: ANNOTATION_LIMITS.nameCharsMax,
    description: 'Name of the annotation, such as a criterion.',
    examples: ['correctness'],
  }),
  annotator_kind: oneOf(ANNOTATOR_KINDS, {
    description: 'Who annotates: an LLM, code, or a human.',
  }),
  result: Type.Optional(
    nullable(NewResult, { description: 'Label, score and explanation; may be left out.' }),
  ),
  metadata: Type.Optional(
    nullable(Type.Record(Type.String(), Type.Unknown()), {
      description: `Anything else, as an object of at most ${ANNOTATION_LIMITS.metadataCharsMax} characters of JSON and ${ANNOTATION_LIMITS.metadataDepthMax} levels.`,
    }),
  ),
};
const keyed = {
  ...common,
  identifier: Type.Optional(
    identifierText(
      'Distinguishes several annotations of one target under one name; equal identifiers overwrite each other.',
    ),
  ),
};
const targetId = (what: string, example: string) =>
  Type.String({
    maxLength: ANNOTATION_LIMITS.targetIdCharsMax,
    description: what,
    examples: [example],
  });
const spanId = targetId('OpenTelemetry id of the span, 16 hex digits.', '5fb0c4e8a1b2c3d4');
const traceId = targetId(
  'OpenTelemetry id of the trace, 32 hex digits.',
  '0af7651916cd43dd8448eb211c80319c',
);
const sessionId = targetId('Id of the session, as its sender gave it.', 'chat-1');

const bodyOf = <T extends TSchema>(item: T, title: string) =>
  Type.Object(
    {
      data: Type.Array(item, {
        maxItems: ANNOTATION_LIMITS.itemsMax,
        description: 'The annotations. Of those with the same key the last one wins.',
      }),
    },
    { title },
  );

const SpanAnnotationData = Type.Object(
  { span_id: spanId, ...keyed },
  { title: 'SpanAnnotationData' },
);
const TraceAnnotationData = Type.Object(
  { trace_id: traceId, ...keyed },
  { title: 'TraceAnnotationData' },
);
const SessionAnnotationData = Type.Object(
  { session_id: sessionId, ...keyed },
  { title: 'SessionAnnotationData' },
);
const SpanDocumentAnnotationData = Type.Object(
  {
    span_id: spanId,
    document_position: Type.Integer({
      minimum: 0,
      description: "Position of the document among the span's, from 0.",
    }),
    ...common,
    identifier: Type.Optional(
      Type.String({
        maxLength: 0,
        default: '',
        description: 'Must be empty: documents have one annotation per name.',
      }),
    ),
  },
  { title: 'SpanDocumentAnnotationData' },
);
export const AnnotateSpansBody = bodyOf(SpanAnnotationData, 'AnnotateSpansRequestBody');
export const AnnotateTracesBody = bodyOf(TraceAnnotationData, 'AnnotateTracesRequestBody');
export const AnnotateSessionsBody = bodyOf(SessionAnnotationData, 'AnnotateSessionsRequestBody');
export const AnnotateDocumentsBody = bodyOf(
  SpanDocumentAnnotationData,
  'AnnotateSpanDocumentsRequestBody',
);
/** An item of any of the four bodies. */
export type AnnotationData = Static<typeof SpanAnnotationData> &
  Partial<
    Static<typeof TraceAnnotationData> &
      Static<typeof SessionAnnotationData> &
      Pick<Static<typeof SpanDocumentAnnotationData>, 'document_position'>
  >;

/** Who asks: the page says so. */
export const annotationSource = Type.Optional(
  oneOf(ANNOTATION_SOURCES, {
    default: 'API',
    description: '`APP` when a human annotates on a page; kept with the annotation.',
  }),
);
export const AnnotateParams = Type.Object({
  sync: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True: every target must exist, and the reply holds the ids. False: what names a target that has not come yet waits for it.',
    }),
  ),
  source: annotationSource,
});
const AnnotatedItem = Type.Object(
  { id: globalId('Global ID of the annotation.', 'U3BhbkFubm90YXRpb246MQ==') },
  { title: 'InsertedAnnotation' },
);
export const AnnotateReply = dataOf(Type.Array(AnnotatedItem), {
  description: 'In the order of the request; equal keys give the same id. Empty with `sync=false`.',
});

const noted = {
  note: Type.String({
    minLength: 1,
    maxLength: ANNOTATION_LIMITS.explanationCharsMax,
    description: 'The text.',
    examples: ['Look at the second answer.'],
  }),
  identifier: Type.Optional(
    identifierText(
      'Names the note: one of that name is overwritten. Without one, each note is a new one.',
    ),
  ),
};
const noteTarget = <T extends TSchema>(schema: T): T => ({ ...schema, minLength: 1 });
export const SpanNoteBody = dataOf(
  Type.Object({ span_id: noteTarget(spanId), ...noted }, { title: 'SpanNoteData' }),
);
export const TraceNoteBody = dataOf(
  Type.Object({ trace_id: noteTarget(traceId), ...noted }, { title: 'TraceNoteData' }),
);
export const SessionNoteBody = dataOf(
  Type.Object({ session_id: noteTarget(sessionId), ...noted }, { title: 'SessionNoteData' }),
);
export const NoteParams = Type.Object({ source: annotationSource });
export const NoteReply = dataOf(AnnotatedItem);
