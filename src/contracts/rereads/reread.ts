import { Type, type Static } from 'typebox';
import {
  count,
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  timeParam,
} from '../wire/schema-parts.ts';

export const REREAD_STATES = ['queued', 'running', 'stopped', 'done', 'failed'] as const;
export const REREAD_WHAT = ['all', 'costs'] as const;

/** Table text for a stopped job, which counts as failed. */
export const REREAD_STOPPED = 'Stopped: what was read again by then stays so.';

const What = oneOf(REREAD_WHAT, {
  description:
    '`all`: everything that lists, filters and figures show of a span. `costs`: what it cost, and nothing else.',
});

export const Reread = Type.Object(
  {
    id: globalId('Global ID; that of the job.', 'Sm9iOjE='),
    state: oneOf(REREAD_STATES, {
      description: '`stopped` and `failed` can be resumed; `done` is final.',
    }),
    dry_run: Type.Boolean({ description: 'Only counts what would change.' }),
    is_automatic: Type.Boolean({
      description: 'The server started it, since spans were stored by an earlier reading.',
    }),
    what: What,
    project_id: nullable(globalId('Global ID of the project.', 'UHJvamVjdDox'), {
      description: 'The only project; null for all.',
    }),
    start_time: nullable(isoTime('Spans that start from then on.'), {
      description: 'Spans that start from then on; null for all.',
    }),
    end_time: nullable(isoTime('Spans that start before then.'), {
      description: 'Spans that start before then; null for all.',
    }),
    rows_done: count('Spans passed so far, newest first, inside the time range or not.'),
    rows_total: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Spans in all; null before it is counted.',
    }),
    spans_read: count('Spans whose bytes were read again.'),
    spans_changed: count('Spans that read differently, and changed or would change.'),
    spans_unreadable: count(
      'Unreadable spans, such as those in a damaged block. They stay unchanged.',
    ),
    traces_moved: count('Traces that changed their session.'),
    cost_usd_before: Type.Number({
      description: 'The cost of the reread model calls before, in US dollars.',
    }),
    cost_usd_after: Type.Number({ description: 'Their cost after.' }),
    waiting: nullable(Type.String(), {
      description: 'Why it waits, such as a full disk; null while it does not.',
    }),
    error: nullable(Type.String(), {
      description: 'Why it failed, or why the last try did; null when it did not.',
    }),
    created_at: isoTime('When it was asked for.'),
    finished_at: nullable(isoTime('When it ended.'), {
      description: 'When it ended; null before that.',
    }),
  },
  { title: 'Reread' },
);
export type Reread = Static<typeof Reread>;
export const RereadReply = dataOf(Reread);

export const Reading = Type.Object(
  {
    version: count(
      'How this server reads spans. Raised by versions that read something differently.',
    ),
    stored_version: count(
      'How all stored spans were read: below `version`, those stored before can be read again.',
    ),
  },
  { title: 'Reading' },
);
export type Reading = Static<typeof Reading>;

export const RereadListParams = Type.Object({
  limit: Type.Optional(limitParam(20, 100)),
  cursor: Type.Optional(CursorParam),
});
export const RereadPage = Type.Object(
  {
    data: Type.Array(Reread, {
      description: 'Newest first. Jobs that ended more than a week ago are deleted.',
    }),
    next_cursor: nullable(Type.String(), { description: 'Cursor of the next page, or null.' }),
    reading: Reading,
  },
  { title: 'RereadPage' },
);
export const RereadParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Global ID.', examples: ['Sm9iOjE='] }),
});
export const StartRereadBody = Type.Object(
  {
    project: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'Global ID or name of the only project; all without it.',
      }),
    ),
    start_time: Type.Optional(timeParam('Spans that start from then on; all without it.')),
    end_time: Type.Optional(timeParam('Spans that start before then; all without it.')),
    what: Type.Optional(What),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Only count what would change, and what it costs before and after.',
      }),
    ),
  },
  { title: 'StartRereadBody' },
);
export type StartRereadBody = Static<typeof StartRereadBody>;
