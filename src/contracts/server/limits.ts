import { Type, type Static } from 'typebox';
import { PLANS } from '../access/plans.ts';
import { count, dataOf, nullable, oneOf } from '../wire/schema-parts.ts';

const limit = (description: string) =>
  nullable(Type.Integer({ minimum: 1 }), { description: `${description}; null without a limit.` });

const LimitedCaller = Type.Object(
  {
    kind: oneOf(['key', 'user', 'operator', 'address', 'others'], {
      description:
        'The counted caller: `operator` is the holder of the admin secret, `others` are addresses beyond the number that is counted separately.',
    }),
    id: nullable(Type.String(), {
      description: 'Global ID of the key or user; null for the rest.',
    }),
    name: Type.String({
      description: "The key's name, the user's e-mail address, or the address.",
      examples: ['ci'],
    }),
    ingestUsed: count('Of the trace ingestion requests per minute.'),
    apiUsed: count('Of the API calls per minute.'),
    running: count('Requests under way.'),
    live: count('Live streams open.'),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How much is used of the limit it is nearest to.',
    }),
    refusedLately: Type.Boolean({
      description: 'Whether a request was refused within the last minute.',
    }),
  },
  { title: 'LimitedCaller' },
);
export type LimitedCaller = Static<typeof LimitedCaller>;

export const Limits = Type.Object(
  {
    plan: oneOf(PLANS, {
      description: 'As configured; explicit numbers replace those of the plan.',
    }),
    ingestPerMinute: limit('Trace ingestion requests per minute'),
    apiPerMinute: limit('API calls per minute'),
    concurrent: limit('Requests at a time, and as many live streams'),
    callers: Type.Array(LimitedCaller, {
      description:
        'Who has used some of it now, refused ones and then the nearest to a limit first, at most 100.',
    }),
  },
  { title: 'Limits' },
);
export type Limits = Static<typeof Limits>;
export const LimitsReply = dataOf(Limits);
