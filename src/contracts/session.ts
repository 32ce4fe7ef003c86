import { Type } from 'typebox';
import type { Static } from 'typebox';
import { pageOf } from './pagination.ts';
import { CursorParam, count, dataOf, globalId, isoTime, limitParam, oneOf } from './schema-parts.ts';

export const Session = Type.Object(
  {
    id: globalId('Global ID of the session.', 'UHJvamVjdFNlc3Npb246MQ=='),
    session_id: Type.String({ description: 'Id as the sender gave it in `session.id`.', examples: ['user-42-chat-7'] }),
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
  order: Type.Optional(oneOf(['asc', 'desc'], { default: 'asc', description: 'By insertion, ascending or descending.' })),
  filter: Type.Optional(
    Type.String({ maxLength: 4096, description: 'A condition over sessions in the filter language.', examples: ['num_traces > 3'] }),
  ),
});
export const SessionParams = Type.Object({
  session_identifier: Type.String({ minLength: 1, description: 'Global ID or id of the session.', examples: ['user-42-chat-7'] }),
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
