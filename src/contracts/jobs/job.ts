import { Type, type Static } from 'typebox';
import { count, dataOf, globalId, isoTime, nullable, oneOf } from '../wire/schema-parts.ts';

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** Table text for a cancelled job, which counts as failed. */
export const JOB_CANCELLED = 'Cancelled: nothing of it was stored.';

/** Work that continues after the request that started it was answered. */
export const Job = Type.Object(
  {
    id: globalId('Global ID of the job.', 'Sm9iOjE='),
    kind: Type.String({ description: 'The kind of work.', examples: ['dataset.upload'] }),
    state: oneOf(JOB_STATES, { description: '`done`, `failed` and `cancelled` are final.' }),
    progress: nullable(
      Type.Object({
        rows_done: count('Rows worked on so far.'),
        rows_total: nullable(Type.Integer({ minimum: 0 }), {
          description: 'Rows in all; null while that is not known.',
        }),
      }),
      { description: 'How far it is; null for work without rows.' },
    ),
    result: nullable(Type.Record(Type.String(), Type.Unknown()), {
      description:
        'The result, as a synchronous request would have returned it; null until the job is done.',
    }),
    error: nullable(
      Type.Object({
        detail: Type.String({ description: 'The error: names the field, the value and the fix.' }),
        line: nullable(Type.Integer({ minimum: 1 }), {
          description: 'The line or row it went wrong at; null when it was none of them.',
        }),
      }),
      { description: 'Why it failed, or why the last try did; null when it did not.' },
    ),
    created_at: isoTime('When it was asked for.'),
    finished_at: nullable(isoTime('When it ended.'), {
      description: 'When it ended; null before that.',
    }),
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;
export const JobReply = dataOf(Job);
export const JobParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Global ID of the job.', examples: ['Sm9iOjE='] }),
});
