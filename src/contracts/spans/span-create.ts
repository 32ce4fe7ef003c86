import { Type, type Static } from 'typebox';
import { count, nullable } from '../wire/schema-parts.ts';
import { SpanContext } from './span.ts';

const time = (what: string) =>
  Type.String({
    description: `${what}, ISO 8601 with an offset.`,
    examples: ['2026-11-20T18:16:00.123456+00:00'],
  });

/** A span as REST clients send it. */
export const NewSpan = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Ignored: the server gives ids.' })),
    name: Type.String({ description: 'Name.' }),
    context: SpanContext,
    span_kind: Type.String({
      description: 'OpenInference kind; unknown words become UNKNOWN.',
      examples: ['CHAIN'],
    }),
    parent_id: Type.Optional(nullable(Type.String(), { description: 'Span id of the parent.' })),
    start_time: time('Start'),
    end_time: time('End'),
    status_code: Type.String({
      description: 'OK, ERROR or UNSET; other words become UNSET.',
      examples: ['OK'],
    }),
    status_message: Type.Optional(Type.String({ description: 'Text of the status.' })),
    attributes: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Attributes, dotted or nested.' }),
    ),
    events: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'Name of the event.' }),
            timestamp: time('When it happened'),
            attributes: Type.Optional(
              Type.Record(Type.String(), Type.Unknown(), {
                description: 'Attributes of the event.',
              }),
            ),
          },
          { title: 'NewSpanEvent' },
        ),
        { description: 'Events.' },
      ),
    ),
  },
  { title: 'NewSpan' },
);
export type NewSpan = Static<typeof NewSpan>;
export const CreateSpansBody = Type.Object(
  {
    data: Type.Array(NewSpan, {
      maxItems: 20_000,
      description: 'The spans; all or none are stored.',
    }),
  },
  { title: 'CreateSpansBody' },
);
export const CreateSpansReply = Type.Object(
  {
    total_received: count('Spans received.'),
    total_queued: count('Spans stored; they are visible at once.'),
  },
  { title: 'CreatedSpans' },
);
