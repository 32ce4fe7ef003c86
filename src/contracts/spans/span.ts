import { Type, type Static } from 'typebox';
import { ExplainParam, ReadPlanReply } from '../search/read-plan.ts';
import { RowAnnotations, annotationColumns } from '../annotations/annotation.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  RowAttributes,
  columnsParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  repeated,
  spanRowSortParam,
  scoreNameParam,
  timeParam,
} from '../wire/schema-parts.ts';
import { SPAN_KINDS, STATUS_CODES } from './span-kind.ts';

const Attributes = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description,
    examples: [{ 'llm.model_name': 'gpt-5', 'input.value': 'Hello' }],
  });

export const SpanContext = Type.Object(
  {
    trace_id: Type.String({
      description: 'OpenTelemetry trace id, 32 lower-case hex digits.',
      examples: ['0af7651916cd43dd8448eb211c80319c'],
    }),
    span_id: Type.String({
      description: 'OpenTelemetry span id, 16 lower-case hex digits.',
      examples: ['5fb0c4e8a1b2c3d4'],
    }),
  },
  { title: 'SpanContext' },
);
export const SpanEvent = Type.Object(
  {
    name: Type.String({ description: 'Name of the event.', examples: ['exception'] }),
    timestamp: isoTime('When it happened.'),
    attributes: Attributes('Attributes of the event.'),
  },
  { title: 'SpanEvent' },
);
const speedFields = {
  time_to_first_token_ms: nullable(Type.Number(), {
    description:
      'Milliseconds from the start to the first token, as an attribute or an event says; null where none does.',
  }),
  tokens_per_second: nullable(Type.Number(), {
    description:
      'Completion tokens per second after the first token, or over the whole span where that is not known; null without them, or in less than 10 ms.',
  }),
};
const spanFields = {
  id: globalId('Global ID of the span.', 'U3Bhbjox'),
  name: Type.String({ description: 'Name of the span.', examples: ['ChatCompletion'] }),
  context: SpanContext,
  span_kind: Type.String({
    description: 'OpenInference kind as it was sent; UNKNOWN without one.',
    examples: ['LLM'],
  }),
  parent_id: nullable(Type.String(), { description: 'Span id of the parent; null for a root.' }),
  start_time: isoTime('Start of the span.'),
  end_time: isoTime('End of the span.'),
  status_code: Type.String({ description: 'UNSET, OK or ERROR.', examples: ['OK'] }),
  status_message: Type.String({ description: 'Text of the status; empty without one.' }),
  attributes: Attributes('Attributes with dotted keys, list indexes included.'),
  events: Type.Array(SpanEvent, { description: 'Events by time, exceptions among them.' }),
};
export const Span = Type.Object(spanFields, { title: 'Span' });
export type Span = Static<typeof Span>;
export const SpanPage = pageOf(Span);

export const SpanDetail = Type.Object(
  {
    ...spanFields,
    trace_node_id: globalId('Global ID of the trace.', 'VHJhY2U6MQ=='),
    project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
    otel_kind: Type.Integer({
      minimum: 0,
      description:
        'OpenTelemetry span kind: 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer.',
    }),
    latency_ms: Type.Number({ description: 'Duration in milliseconds.' }),
    ...speedFields,
    start_time_unix_nano: Type.String({
      description:
        'Start in nanoseconds since the epoch, as text because JSON numbers cannot hold it.',
      examples: ['1795198560123456789'],
    }),
    end_time_unix_nano: Type.String({
      description: 'End in nanoseconds since the epoch, as text.',
    }),
    is_open: Type.Boolean({
      description: 'No end was sent: it may still be running. Its end is then given as its start.',
    }),
    model_name: nullable(Type.String(), {
      description: 'Model, from OpenInference or GenAI attributes.',
    }),
    model_provider: nullable(Type.String(), { description: 'Provider of the model.' }),
    tokens: Type.Object(
      {
        prompt: nullable(Type.Number(), { description: 'Prompt tokens.' }),
        completion: nullable(Type.Number(), { description: 'Completion tokens.' }),
        total: nullable(Type.Number(), { description: 'Total as the sender gave it.' }),
        cache_read: nullable(Type.Number(), { description: 'Prompt tokens read from a cache.' }),
        cache_write: nullable(Type.Number(), { description: 'Prompt tokens written to a cache.' }),
        reasoning: nullable(Type.Number(), {
          description: 'Completion tokens spent on reasoning.',
        }),
        audio: nullable(Type.Number(), { description: 'Audio tokens.' }),
      },
      {
        title: 'TokenCounts',
        description: 'Token counts by type; null where the sender sent none.',
      },
    ),
    cost_usd: nullable(Type.Number(), { description: 'Cost in US dollars; null when unknown.' }),
    repeats_parent: Type.Boolean({
      description:
        'The parent span reports the same model call: same model, prompt and completion tokens. Totals count the call once.',
    }),
    session_id: nullable(Type.String(), { description: 'Id of the session of the trace.' }),
    user_id: nullable(Type.String(), { description: 'Id of the user.' }),
    document_count: count('Retrieved (or reranked) documents.'),
    error_message: nullable(Type.String(), {
      description: 'Status message, else the message or type of the exception.',
    }),
    trace_state: Type.String({ description: 'W3C trace state; empty without one.' }),
    flags: Type.Integer({ minimum: 0, description: 'OTLP flags of the span.' }),
    dropped_attributes_count: count(
      'Attributes the exporter dropped; raise OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT there.',
    ),
    dropped_events_count: count('Events the exporter dropped.'),
    dropped_links_count: count('Links the exporter dropped.'),
    links: Type.Array(
      Type.Object(
        {
          trace_id: Type.String({ description: 'Trace id of the linked span.' }),
          span_id: Type.String({ description: 'Span id of the linked span.' }),
          trace_state: Type.String({ description: 'W3C trace state of the link.' }),
          attributes: Attributes('Attributes of the link.'),
        },
        { title: 'SpanLink' },
      ),
      { description: 'Links to other spans.' },
    ),
    resource: Type.Object(
      {
        attributes: Attributes('Attributes of the process that made the span.'),
        schema_url: Type.String({ description: 'Schema of the attributes; may be empty.' }),
      },
      { title: 'SpanResource', description: 'The process that sent the span.' },
    ),
    scope: Type.Object(
      {
        name: Type.String({ description: 'Name of the instrumentation.' }),
        version: Type.String({ description: 'Its version.' }),
        attributes: Attributes('Its attributes.'),
        schema_url: Type.String({ description: 'Schema of the span; may be empty.' }),
      },
      { title: 'SpanScope', description: 'The instrumentation that made the span.' },
    ),
  },
  { title: 'SpanDetail', description: 'Everything that was sent about a span.' },
);
export type SpanDetail = Static<typeof SpanDetail>;
export const SpanDetailReply = dataOf(SpanDetail);
export const SpanDetailList = Type.Object({
  data: Type.Array(SpanDetail, {
    description: 'By start time, or in the order of `ids`; spans that do not exist are left out.',
  }),
  next_cursor: nullable(Type.String(), {
    description: 'Pass it as `cursor` to read on; null at the end, and with `ids`.',
  }),
});

export const SpanRowItem = Type.Object(
  {
    id: globalId('Global ID of the span.', 'U3Bhbjox'),
    trace_id: Type.String({ description: 'OpenTelemetry trace id.' }),
    span_id: Type.String({ description: 'OpenTelemetry span id.' }),
    parent_id: nullable(Type.String(), { description: 'Span id of the parent; null for a root.' }),
    name: Type.String({ description: 'Name of the span.' }),
    span_kind: oneOf(SPAN_KINDS, { description: 'OpenInference kind.' }),
    status_code: oneOf(STATUS_CODES, { description: 'Status.' }),
    error_message: nullable(Type.String(), { description: 'Error text; null without one.' }),
    start_time: isoTime('Start of the span.'),
    end_time: isoTime('End of the span.'),
    latency_ms: Type.Number({ description: 'Duration in milliseconds.' }),
    ...speedFields,
    is_open: Type.Boolean({
      description: 'No end was sent: it may still be running. False where previews are left out.',
    }),
    input_preview: nullable(Type.String(), {
      description: 'The first characters of the input; null without one.',
    }),
    output_preview: nullable(Type.String(), {
      description: 'The first characters of the output; null without one.',
    }),
    model_name: nullable(Type.String(), { description: 'Model.' }),
    token_count_prompt: nullable(Type.Number(), { description: 'Prompt tokens.' }),
    token_count_completion: nullable(Type.Number(), { description: 'Completion tokens.' }),
    cost_usd: nullable(Type.Number(), { description: 'Cost in US dollars; null when unknown.' }),
    session_id: nullable(Type.String(), { description: 'Id of the session.' }),
    user_id: nullable(Type.String(), { description: 'Id of the user.' }),
    annotations: RowAnnotations,
    attributes: Type.Optional(RowAttributes),
  },
  { title: 'SpanRow' },
);
export type SpanRowItem = Static<typeof SpanRowItem>;
export const SpanRowPage = Type.Object({
  data: Type.Array(SpanRowItem),
  next_cursor: nullable(Type.String(), {
    description: 'Cursor of the rows after these; null at the end.',
  }),
  previous_cursor: nullable(Type.String(), {
    description:
      'Cursor of the rows before these, in the same order; ask again to see rows that arrived since. Null on an empty page.',
  }),
  explain: Type.Optional(ReadPlanReply),
  searched_to: Type.Optional(
    isoTime(
      'Only on a page that ended early, because the time for a query was over before it was full: where next_cursor goes on. All rows before this time in the list were searched.',
    ),
  ),
});

const word = (example: string) => Type.String({ maxLength: 1024, examples: [example] });
const filters = {
  start_time: Type.Optional(timeParam('Only spans that started at or after this time.')),
  end_time: Type.Optional(timeParam('Only spans that started before this time.')),
  trace_id: Type.Optional(
    repeated(word('0af7651916cd43dd8448eb211c80319c'), 'OpenTelemetry trace id.'),
  ),
  span_id: Type.Optional(repeated(word('5fb0c4e8a1b2c3d4'), 'OpenTelemetry span id.')),
  parent_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Span id of the parent; the word `null` gives roots only.',
      examples: ['null'],
    }),
  ),
  name: Type.Optional(repeated(word('ChatCompletion'), 'Exact name.')),
  status_code: Type.Optional(repeated(word('ERROR'), 'OK, ERROR or UNSET, in any case.')),
  attribute: Type.Optional(
    repeated(
      Type.String({ maxLength: 4096, examples: ['llm.model_name:gpt-5'] }),
      '`key:value` that the span must have; all of several.',
      20,
    ),
  ),
  model: Type.Optional(repeated(word('gpt-5'), 'Model name.')),
  session_id: Type.Optional(repeated(word('user-42-chat-7'), 'Session id.')),
  user_id: Type.Optional(repeated(word('user-42'), 'User id.')),
  filter: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'A condition over spans in the filter language.',
      examples: ["span_kind == 'LLM' and latency_ms > 1000"],
    }),
  ),
};
const span_kind = Type.Optional(repeated(word('LLM'), `${SPAN_KINDS.join(', ')}, in any case.`));
/** The filters of a list of spans. */
export const spanFilterParams = { ...filters, span_kind };
export const SpanFilterParams = Type.Object(spanFilterParams);
export type SpanFilterParams = Static<typeof SpanFilterParams>;
const paging = { cursor: Type.Optional(CursorParam), limit: Type.Optional(limitParam(100)) };
const order = Type.Optional(
  oneOf(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending.' }),
);
export const SpanListParams = Type.Object({
  ...spanFilterParams,
  ...paging,
  sort: Type.Optional(
    oneOf(['id', 'start_time'], {
      default: 'id',
      description: 'By insertion or by start time; ties by insertion.',
    }),
  ),
  order,
});
export const SpanOtlpListParams = Type.Object({ ...filters, ...paging });
const spanRowParams = {
  ...spanFilterParams,
  root: Type.Optional(
    Type.Boolean({ description: 'Only roots and spans whose parent was never received.' }),
  ),
  sort: Type.Optional(spanRowSortParam),
  annotation: Type.Optional(scoreNameParam),
  order,
  columns: Type.Optional(columnsParam('the span')),
};
export const SpanRowListParams = Type.Object({
  ...spanRowParams,
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(50, 200)),
  explain: Type.Optional(ExplainParam),
  previews: Type.Optional(
    Type.Boolean({
      default: true,
      description: '`false` leaves the previews null unless `columns` is given, which is cheaper.',
    }),
  ),
});
export const SpanRowCsvParams = Type.Object({ ...spanRowParams, annotations: annotationColumns });
export const SpanExportParams = Type.Object({
  ...spanFilterParams,
  format: Type.Optional(
    oneOf(['span', 'otlp'], {
      default: 'span',
      description:
        '`span`: as `GET …/spans` has them. `otlp`: each line an OTLP/JSON export request of one span, as it was sent.',
    }),
  ),
});
export const DeleteSpansBody = Type.Object(
  {
    span_identifiers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Global IDs or OpenTelemetry ids. Unknown ones are skipped.',
    }),
  },
  { title: 'DeleteSpansBody' },
);
export const SpanParams = Type.Object({
  span_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or OpenTelemetry span id of the span.',
    examples: ['5fb0c4e8a1b2c3d4'],
  }),
});
