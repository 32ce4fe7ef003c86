import { Type, type Static } from 'typebox';
import { dataOf } from '../wire/schema-parts.ts';

const LIMIT_MAX = 50;

export const IdCompletionParams = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'The beginning of the ids of users and sessions, case-sensitive. Of the newest 2,000 sessions also any part of the id, in any case.',
    examples: ['chat-'],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: 10,
      description: `Ids of each type, 1 to ${LIMIT_MAX}.`,
    }),
  ),
});

export const IdCompletions = Type.Object(
  {
    users: Type.Array(Type.String(), {
      description: 'Ids of users, as they were sent, in their order.',
      examples: [['customer-17']],
    }),
    sessions: Type.Array(Type.String(), {
      description:
        'Ids of sessions, as they were sent: those that start with the text in their order, then others, newest first.',
      examples: [['chat-42']],
    }),
  },
  { title: 'IdCompletions' },
);
export type IdCompletions = Static<typeof IdCompletions>;
export const IdCompletionsReply = dataOf(IdCompletions);
