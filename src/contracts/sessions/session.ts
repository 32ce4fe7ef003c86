import { Type, type Static } from 'typebox';
import { RowAnnotations } from '../annotations/annotation.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  repeated,
  scoreNameParam,
  sessionSortParam,
  timeParam,
} from '../wire/schema-parts.ts';
import { SPAN_KINDS, STATUS_CODES } from '../spans/span-kind.ts';

export const Session = Type.Object(
  {
    id: globalId('Global ID of the session.', 'UHJvamVjdFNlc3Npb246MQ=='),
    session_id: Type.String({
      description: 'Id as the sender gave it in `session.id`.',
      examples: ['user-42-chat-7'],
    }),
    project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
    start_time: isoTime('Start of the earliest trace.'),
    end_time: isoTime('End of the latest trace.'),
    traces: Type.Array(
      Type.Object(
        {
          id: globalId('Global ID of the trace.', 'VHJhY2U6MQ=='),
          trace_id: Type.String({ description: 'OpenTelemetry trace id.' }),
          start_time: isoTime('Start of the trace.'),
          end_time: isoTime('End of the trace.'),
        },
        { title: 'SessionTrace' },
      ),
      { description: 'Traces by start time.' },
    ),
    token_count_prompt: count('Prompt tokens over all LLM spans.'),
    token_count_completion: count('Completion tokens over all LLM spans.'),
    token_count_total: count('Prompt and completion tokens.'),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
export const SessionPage = pageOf(Session);
export const SessionReply = dataOf(Session);
export const SessionListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
  order: Type.Optional(
    oneOf(['asc', 'desc'], {
      default: 'asc',
      description: 'By insertion, ascending or descending.',
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'A condition over sessions in the filter language.',
      examples: ['num_traces > 3'],
    }),
  ),
});
export const SessionParams = Type.Object({
  session_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or id of the session.',
    examples: ['user-42-chat-7'],
  }),
});
export const DeleteSessionsBody = Type.Object(
  {
    session_identifiers: Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 10_000,
      description: 'Global IDs only, or session ids only. Unknown ones are skipped.',
    }),
  },
  { title: 'DeleteSessionsBody' },
);

export const SessionRowItem = Type.Object(
  {
    id: globalId('Global ID of the session.', 'UHJvamVjdFNlc3Npb246MQ=='),
    session_id: Type.String({
      description: 'Id as the sender gave it.',
      examples: ['user-42-chat-7'],
    }),
    project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
    user_id: nullable(Type.String(), {
      description: 'The first user named by its traces; null without one.',
    }),
    start_time: isoTime('Start of the earliest trace.'),
    end_time: isoTime('End of the latest trace.'),
    duration_ms: Type.Number({
      description: 'From the earliest start to the latest end, in milliseconds.',
    }),
    trace_count: count('Traces, which are the turns of a conversation.'),
    error_trace_count: count('Traces with a failed span.'),
    is_open: Type.Boolean({
      description: 'No end of the root span of its last trace was sent: it may still be running.',
    }),
    latency_p50_ms: Type.Number({ description: 'Median duration of its traces, in milliseconds.' }),
    token_count_prompt: count('Prompt tokens over all LLM spans.'),
    token_count_completion: count('Completion tokens over all LLM spans.'),
    cost_usd: nullable(Type.Number(), { description: 'Cost in US dollars; null when unknown.' }),
    first_input: nullable(Type.String(), {
      description: "The first characters of the first trace's input; null without one.",
    }),
    last_output: nullable(Type.String(), {
      description: "The first characters of the last trace's output; null without one.",
    }),
    annotations: RowAnnotations,
  },
  { title: 'SessionRow' },
);
export type SessionRowItem = Static<typeof SessionRowItem>;
export const SessionRowPage = Type.Object({
  data: Type.Array(SessionRowItem),
  next_cursor: nullable(Type.String(), {
    description: 'Cursor of the rows after these; null at the end.',
  }),
  previous_cursor: nullable(Type.String(), {
    description:
      'Cursor of the rows before these, in the same order; ask again to see sessions that began or went on since. Null on an empty page.',
  }),
  searched_to: Type.Optional(
    isoTime(
      'Only on a page that ended early, because the time for a query was over before it was full: where next_cursor goes on. All rows before this time in the list were searched.',
    ),
  ),
});
export const SessionRowListParams = Type.Object({
  start_time: Type.Optional(timeParam('Sessions that were active at or after this time.')),
  end_time: Type.Optional(timeParam('Sessions that began before this time.')),
  filter: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'A condition over sessions in the filter language.',
      examples: ["num_traces > 3 and 'refund' in any_input"],
    }),
  ),
  sort: Type.Optional(sessionSortParam),
  annotation: Type.Optional(scoreNameParam),
  order: Type.Optional(
    oneOf(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending.' }),
  ),
  limit: Type.Optional(limitParam(50, 200)),
  cursor: Type.Optional(CursorParam),
});

const {
  start_time: countStart,
  end_time: countEnd,
  filter: countFilter,
} = SessionRowListParams.properties;
/** `GET /v1/projects/{project_identifier}/session_count`. */
export const SessionCountParams = Type.Object({
  start_time: countStart,
  end_time: countEnd,
  filter: countFilter,
});
export const SESSIONS_COUNTED_MAX = 10_000;
export const SessionCount = Type.Object(
  {
    count: count('Sessions that match, as far as they were counted.'),
    complete: Type.Boolean({
      description:
        'False when there may be more: counting ends after 10,000 sessions, or after half a second.',
    }),
  },
  { title: 'SessionCount' },
);
export type SessionCount = Static<typeof SessionCount>;

const TURNS_MAX = 100_000;
const numbers = (description: string) => Type.Array(Type.Number(), { description });
const integers = (description: string) => Type.Array(Type.Integer(), { description });
export const SessionSkeleton = Type.Object(
  {
    session: SessionRowItem,
    complete: Type.Boolean({ description: 'False when the session has more traces than `limit`.' }),
    trace_ids: Type.Array(Type.String(), { description: 'OpenTelemetry trace ids.' }),
    start_offsets_ms: numbers("Milliseconds after the session's start."),
    durations_ms: numbers('Durations in milliseconds.'),
    error_counts: integers('Failed spans.'),
    span_counts: integers('Spans.'),
    token_counts_prompt: integers('Prompt tokens.'),
    token_counts_completion: integers('Completion tokens.'),
    costs_usd: Type.Array(nullable(Type.Number()), {
      description: 'Costs in US dollars; null when unknown.',
    }),
    names: Type.Array(Type.String(), { description: 'The different names of root spans.' }),
    name_indexes: integers('Index into `names`.'),
  },
  {
    title: 'SessionSkeleton',
    description: 'All traces of a session by start time, as columns of equal length.',
  },
);
export type SessionSkeleton = Static<typeof SessionSkeleton>;
export const SessionSkeletonParams = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: TURNS_MAX,
      default: TURNS_MAX,
      description: 'The most traces to give, 1 to 100,000.',
    }),
  ),
});

export const SessionTurn = Type.Object(
  {
    trace_id: Type.String({ description: 'OpenTelemetry trace id.' }),
    input: nullable(Type.String(), {
      description: 'The input of the trace, cut to 16,000 characters; null without one.',
    }),
    output: nullable(Type.String(), {
      description: 'The output, cut to 16,000 characters; null without one.',
    }),
    error_message: nullable(Type.String(), {
      description: 'The error of the first failed span; null without one.',
    }),
    is_open: Type.Boolean({
      description: 'No end of the root span was sent: it may still be running.',
    }),
    steps: Type.Array(
      Type.Object(
        {
          span_id: Type.String({ description: 'OpenTelemetry span id.' }),
          name: Type.String({ description: 'Name of the span.' }),
          span_kind: oneOf(SPAN_KINDS, { description: 'Kind of the span.' }),
          status_code: oneOf(STATUS_CODES, { description: 'Status of the span.' }),
          latency_ms: Type.Number({ description: 'Duration in milliseconds.' }),
        },
        { title: 'SessionStep' },
      ),
      { description: 'Tools and searches between input and output, by start time.' },
    ),
  },
  { title: 'SessionTurn' },
);
export type SessionTurn = Static<typeof SessionTurn>;
export const SessionTurnList = Type.Object({ data: Type.Array(SessionTurn) });
export const SessionTurnParams = Type.Object({
  trace_id: repeated(
    Type.String({ minLength: 1, maxLength: 128, examples: ['0af7651916cd43dd8448eb211c80319c'] }),
    'OpenTelemetry id of a trace of this session.',
    50,
  ),
});
