import { Type } from 'typebox';
import { count, oneOf } from '../wire/schema-parts.ts';

export const ExplainParam = Type.Boolean({
  default: false,
  description: 'Also give `explain`: which index found the rows, and what was read.',
});

export const ReadPlanReply = Type.Object(
  {
    index: oneOf(['ids', 'sessions', 'annotations', 'words', 'content', 'values', 'time'], {
      description:
        'Index that found rows first: ids of spans, traces or parents; sessions and users; annotations; words; whole blocks of span content; the value they are sorted by; or time, with kind, status, name and model.',
    }),
    blocks_skipped: count('Blocks of span content that the index of words ruled out.'),
    blocks_read: count('Blocks of span content that were unpacked.'),
    rows_read: count('Rows that were looked at.'),
    duration_ms: Type.Number({ minimum: 0, description: 'Time the page took, in milliseconds.' }),
  },
  { title: 'ReadPlan', description: 'How a page was found. Stores without such figures omit it.' },
);
