import { Type, type Static } from 'typebox';
import { EditOutcome, SplitNames, versionFields } from './dataset-edit.ts';
import { pageOf } from '../wire/pagination.ts';
import { CursorParam, count, dataOf, globalId, limitParam } from '../wire/schema-parts.ts';

/** Spans (or traces) that a request can name. */
const IDS_MAX = 1_000;
/** Spans that a filter can bring. */
const SPANS_MAX = 10_000;
export const FROM_SPANS_LIMIT = 1_000;
/** Examples that a preview shows. */
export const PREVIEW_MAX = 100;

const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: IDS_MAX, description });

/** Which spans. */
const spanChoice = {
  span_ids: Type.Optional(
    ids('Spans, by Global ID or OpenTelemetry id; the newest where several have one.'),
  ),
  trace_ids: Type.Optional(ids('Traces, by Global ID or OpenTelemetry id: the root span of each.')),
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Instead of ids: spans of a project, by Global ID or name, newest first.',
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'Which of them, in the filter language.',
      examples: ["span_kind == 'LLM'"],
    }),
  ),
  root_spans_only: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only roots, and spans whose parent was never received.',
    }),
  ),
  start_time: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only spans that started at or after this time.' }),
  ),
  end_time: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only spans that started before this time.' }),
  ),
  limit: Type.Optional(limitParam(FROM_SPANS_LIMIT, SPANS_MAX)),
};
export const FromSpansBody = Type.Object(
  {
    ...spanChoice,
    splits: Type.Optional(SplitNames),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: `True changes nothing: the reply is what the first ${PREVIEW_MAX} spans would become.`,
      }),
    ),
    ...versionFields,
  },
  {
    title: 'DatasetExamplesFromSpansBody',
    description: '`span_ids` and `trace_ids`, or `project`.',
  },
);
export type FromSpansBody = Static<typeof FromSpansBody>;
/** `POST /v1/datasets/examples_of_spans`. */
export const ExamplesOfSpansBody = Type.Object(spanChoice, {
  title: 'ExamplesOfSpansBody',
  description: '`span_ids` and `trace_ids`, or `project`.',
});

const part = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const SpanExampleItem = Type.Object(
  {
    span_id: Type.String({
      description: 'OpenTelemetry id of the span.',
      examples: ['00f067aa0ba902b7'],
    }),
    span_node_id: globalId('Global ID of the span.', 'U3BhbjoxMg=='),
    span_name: Type.String({ description: 'Name of the span.' }),
    span_kind: Type.String({ description: 'OpenInference kind.', examples: ['LLM'] }),
    in_dataset: Type.Boolean({
      description:
        'Whether the newest version has an example of this span, so that it would be left out.',
    }),
    input: part('The input of the example.'),
    output: part('The expected output of the example.'),
    metadata: part('Notes: the metadata of the span, and its kind.'),
  },
  { title: 'DatasetExampleOfSpan' },
);
export type SpanExampleItem = Static<typeof SpanExampleItem>;
const FromSpansPreview = Type.Object(
  {
    examples: Type.Array(SpanExampleItem, { description: 'In the order of the spans.' }),
    complete: Type.Boolean({
      description: 'Whether these are all; false when there are more spans.',
    }),
  },
  { title: 'DatasetExamplesFromSpansPreview' },
);
const FromSpansOutcome = Type.Object(
  {
    ...EditOutcome.properties,
    num_skipped_spans: count('Spans of which the dataset had an example already.'),
    complete: Type.Boolean({
      description: 'False when the filter matches more spans than `limit`.',
    }),
  },
  { title: 'DatasetExamplesFromSpansOutcome' },
);
export const FromSpansReply = dataOf(
  Type.Union([FromSpansOutcome, FromSpansPreview], {
    description: 'The added examples, or with `dry_run` a preview of them.',
  }),
);

export const ExamplesOfSpansReply = dataOf(FromSpansPreview);

const SpanExampleLink = Type.Object(
  {
    dataset_id: globalId('Global ID of the dataset.', 'RGF0YXNldDox'),
    dataset_name: Type.String({ description: 'Its name.' }),
    id: Type.String({
      description: 'The id the example was given by its maker, otherwise its Global ID.',
    }),
    node_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
    in_newest_version: Type.Boolean({
      description: 'False when it was removed, and is in earlier versions only.',
    }),
  },
  { title: 'DatasetExampleLink' },
);
export const SpanExamplesPage = pageOf(SpanExampleLink);
export const SpanExamplesListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
