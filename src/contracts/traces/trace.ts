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
  traceRowSortParam,
  scoreNameParam,
  timeParam,
} from '../wire/schema-parts.ts';
import { SPAN_KINDS, STATUS_CODES } from '../spans/span-kind.ts';

export const TraceSpan = Type.Object(
  {
    id: globalId('Global ID of the span.', 'U3Bhbjox'),
    span_id: Type.String({
      description: 'OpenTelemetry span id, 16 lower-case hex digits.',
      examples: ['5fb0c4e8a1b2c3d4'],
    }),
    parent_id: nullable(Type.String(), { description: 'Span id of the parent; null for a root.' }),
    name: Type.String({ description: 'Name of the span.' }),
    span_kind: Type.String({ description: 'OpenInference kind, upper case.', examples: ['LLM'] }),
    status_code: Type.String({ description: 'UNSET, OK or ERROR.', examples: ['OK'] }),
    start_time: isoTime('Start of the span.'),
    end_time: isoTime('End of the span.'),
  },
  { title: 'TraceSpan' },
);
export type TraceSpan = Static<typeof TraceSpan>;

export const Trace = Type.Object(
  {
    id: globalId('Global ID of the trace.', 'VHJhY2U6MQ=='),
    trace_id: Type.String({
      description: 'OpenTelemetry trace id, 32 lower-case hex digits.',
      examples: ['0af7651916cd43dd8448eb211c80319c'],
    }),
    project_id: globalId('Global ID of the project the trace belongs to.', 'UHJvamVjdDox'),
    start_time: isoTime('Start of the earliest span.'),
    end_time: isoTime('End of the latest span.'),
    token_count_prompt: count('Prompt tokens over all LLM spans.'),
    token_count_completion: count('Completion tokens over all LLM spans.'),
    token_count_total: count('Prompt and completion tokens.'),
    spans: nullable(Type.Array(TraceSpan), {
      description: 'The spans by start time, when `include_spans` was asked for; null otherwise.',
    }),
  },
  { title: 'Trace' },
);
export type Trace = Static<typeof Trace>;
export const TracePage = pageOf(Trace);

/** The filters of a list of traces; shared by the Phoenix-compatible list and the page's own. */
export const traceFilterParams = {
  start_time: Type.Optional(timeParam('Only traces that started at or after this time.')),
  end_time: Type.Optional(timeParam('Only traces that started before this time.')),
  session_identifier: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 1024, examples: ['user-42-chat-7'] }),
      'Global ID or id of a session.',
    ),
  ),
  error: Type.Optional(
    Type.Boolean({ description: 'Has (true) or has not (false) a span with status ERROR.' }),
  ),
  min_latency_ms: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e15,
      description: 'Least latency in milliseconds, inclusive.',
      examples: [1000],
    }),
  ),
  max_latency_ms: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e15,
      description: 'Greatest latency in milliseconds, inclusive.',
      examples: [5000],
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'A condition over traces in the filter language.',
      examples: ['error_count > 0 and latency_ms > 1000'],
    }),
  ),
};
export const TraceListParams = Type.Object({
  ...traceFilterParams,
  sort: Type.Optional(
    oneOf(['start_time', 'latency_ms'], {
      default: 'start_time',
      description: 'The sort field; ties by insertion.',
    }),
  ),
  order: Type.Optional(
    oneOf(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending.' }),
  ),
  limit: Type.Optional(limitParam(100)),
  cursor: Type.Optional(CursorParam),
  include_spans: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also give the spans of each trace, without attributes: the first 100,000. Pages may then hold fewer traces than `limit`.',
    }),
  ),
});

export const TraceWindowParams = Type.Object({
  start_time: timeParam('Traces that started at or after this time.'),
  end_time: timeParam('Traces that started before this time; later than `start_time`.'),
});
export const TraceParams = Type.Object({
  trace_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or OpenTelemetry trace id of the trace.',
    examples: ['0af7651916cd43dd8448eb211c80319c'],
  }),
});

export const TransferTracesBody = Type.Object(
  {
    trace_identifiers: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Global IDs or OpenTelemetry ids of traces of one project.',
    }),
    destination_project_identifier: Type.String({
      minLength: 1,
      description: 'Global ID or name of the project to move them to.',
    }),
  },
  { title: 'TransferTracesBody' },
);
export const TransferTracesReply = dataOf(
  Type.Object(
    {
      transferred_trace_count: count('Traces moved; repeated identifiers count once.'),
      destination_project_id: globalId('Where they are now.', 'UHJvamVjdDoy'),
    },
    { title: 'TransferredTraces' },
  ),
);

const preview = (what: string) =>
  nullable(Type.String(), {
    description: `The first characters of the root span's ${what}; null without one.`,
  });
const llmPreview = (what: string, call: string) =>
  nullable(Type.String(), {
    description: `Where the root span has no ${what}: the first characters of that of the ${call} LLM span to arrive; else null.`,
  });
export const TraceRowItem = Type.Object(
  {
    id: globalId('Global ID of the trace.', 'VHJhY2U6MQ=='),
    trace_id: Type.String({ description: 'OpenTelemetry trace id.' }),
    project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
    start_time: isoTime('Start of the earliest span.'),
    end_time: isoTime('End of the latest span.'),
    latency_ms: Type.Number({
      description: 'From the earliest start to the latest end, in milliseconds.',
    }),
    is_open: Type.Boolean({
      description:
        'No end of the root span was sent: it may still be running. False where previews are left out.',
    }),
    span_count: count('Spans of the trace.'),
    error_count: count('Spans with status ERROR.'),
    root_span_id: nullable(Type.String(), {
      description: 'Global ID of the root span, or of the earliest orphan.',
    }),
    name: nullable(Type.String(), { description: 'Name of the root span.' }),
    span_kind: nullable(oneOf(SPAN_KINDS), { description: 'Kind of the root span.' }),
    status_code: nullable(oneOf(STATUS_CODES), { description: 'Status of the root span.' }),
    error_message: nullable(Type.String(), {
      description:
        "The root span's error text, else that of the first failed span; null without one.",
    }),
    input_preview: preview('input'),
    output_preview: preview('output'),
    llm_input_preview: llmPreview('input', 'first'),
    llm_output_preview: llmPreview('output', 'last'),
    token_count_prompt: count('Prompt tokens over all LLM spans.'),
    token_count_completion: count('Completion tokens over all LLM spans.'),
    cost_usd: nullable(Type.Number(), { description: 'Cost in US dollars; null when unknown.' }),
    model_name: nullable(Type.String(), {
      description: 'Model of the first LLM span; null without one.',
    }),
    session_id: nullable(Type.String(), { description: 'Id of the session as it was sent.' }),
    user_id: nullable(Type.String(), { description: 'Id of the user as it was sent.' }),
    annotations: RowAnnotations,
    attributes: Type.Optional(RowAttributes),
  },
  { title: 'TraceRow' },
);
export type TraceRowItem = Static<typeof TraceRowItem>;
export const TraceRowReply = dataOf(TraceRowItem);
export const TraceRowPage = Type.Object({
  data: Type.Array(TraceRowItem),
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
const traceRowParams = {
  ...traceFilterParams,
  user_id: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 1024, examples: ['user-42'] }),
      'Id of a user.',
    ),
  ),
  sort: Type.Optional(traceRowSortParam),
  annotation: Type.Optional(scoreNameParam),
  order: Type.Optional(
    oneOf(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending.' }),
  ),
  columns: Type.Optional(columnsParam('the root span')),
};
export const TraceRowListParams = Type.Object({
  ...traceRowParams,
  limit: Type.Optional(limitParam(50, 200)),
  cursor: Type.Optional(CursorParam),
  explain: Type.Optional(ExplainParam),
  previews: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        '`false` leaves previews (unless `columns` is given), error and model null, which is cheaper.',
    }),
  ),
});
export const TraceRowCsvParams = Type.Object({
  ...traceRowParams,
  annotations: annotationColumns,
  trace_id: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 128, examples: ['0af7651916cd43dd8448eb211c80319c'] }),
      'Global ID or OpenTelemetry id of a trace: returns only these, whatever the other filters.',
    ),
  ),
});
export const DeleteTracesBody = Type.Object(
  {
    trace_identifiers: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Global IDs or OpenTelemetry ids. Unknown ones are skipped.',
    }),
  },
  { title: 'DeleteTracesBody' },
);

const integers = (description: string) => Type.Array(Type.Integer(), { description });
const maybeNumbers = (description: string) => Type.Array(nullable(Type.Number()), { description });
export const TraceSkeleton = Type.Object(
  {
    trace: TraceRowItem,
    complete: Type.Boolean({ description: 'False when the trace has more spans than `limit`.' }),
    ids: integers('Row numbers; the Global ID of a span is base64("Span:" + number).'),
    span_ids: Type.Array(Type.String(), { description: 'OpenTelemetry span ids.' }),
    parents: integers(
      'Index of the parent in these columns; -1 for a root, -2 when the parent was never received.',
    ),
    missing_parents: Type.Record(Type.String(), Type.String(), {
      description: 'Span ids of parents that were never received, by index.',
    }),
    start_offsets_ns: integers("Nanoseconds after the trace's start."),
    durations_ns: integers('Durations in nanoseconds.'),
    names: Type.Array(Type.String(), { description: 'The different names.' }),
    name_indexes: integers('Index into `names`.'),
    kinds: integers(`Index into ${SPAN_KINDS.join(', ')}.`),
    statuses: integers(`Index into ${STATUS_CODES.join(', ')}.`),
    token_counts_prompt: maybeNumbers('Prompt tokens.'),
    token_counts_completion: maybeNumbers('Completion tokens.'),
    costs_usd: maybeNumbers('Costs in US dollars.'),
    first_tokens_ns: maybeNumbers(
      "Nanoseconds from a span's start to the model's first token, where an attribute or an event says so.",
    ),
    models: Type.Array(nullable(Type.String()), { description: 'Model names.' }),
    repeats: Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 2 }), {
      description:
        'Spans that report the same model call as their parent, by index. Totals leave out 1: their tokens (their parent has no cost), 2: their tokens and their cost.',
    }),
    open_spans: integers(
      'Indexes of spans whose end was never sent, among the first 1,000 that lasted nothing. Shorter than the columns.',
    ),
  },
  {
    title: 'TraceSkeleton',
    description: 'All spans of a trace by start time, as columns of equal length.',
  },
);
export type TraceSkeleton = Static<typeof TraceSkeleton>;
export const TraceSkeletonParams = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200_000,
      default: 100_000,
      description: 'The most spans to give, 1 to 200,000.',
    }),
  ),
});
export const TraceServices = Type.Object(
  {
    complete: Type.Boolean({ description: 'False when the trace has more spans than `limit`.' }),
    services: Type.Array(Type.String(), {
      description: 'The different names, in the order in which they first appear.',
      examples: [['web', 'orders']],
    }),
    service_indexes: integers(
      "Index into `services` for each span; -1 where a span's resource has no `service.name`.",
    ),
  },
  {
    title: 'TraceServices',
    description: 'The service that sent each span of a trace, in the order of its skeleton.',
  },
);
export const TraceServicesParams = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20_000,
      default: 20_000,
      description: 'The most spans to give, 1 to 20,000.',
    }),
  ),
});
export const TraceSpansParams = Type.Object({
  ids: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 128, examples: ['5fb0c4e8a1b2c3d4'] }),
      'Global ID or OpenTelemetry id of a span of this trace: these alone, in this order. Without it, all spans of the trace by start time, page by page.',
      100,
    ),
  ),
  cursor: Type.Optional(
    Type.String({ description: '`next_cursor` of the page before. Not with `ids`.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 100,
      description: 'The most spans to return on a page, 1 to 100. Not with `ids`.',
    }),
  ),
});
