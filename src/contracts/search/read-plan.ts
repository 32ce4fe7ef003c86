import { Type } from 'typebox';
import { count, oneOf } from '../wire/schema-parts.ts';

export const ExplainParam = Type.Boolean({
  default: false,
  description: 'Also give `explain`: which index found the rows, and what was read.',
});

const means = (description: string) => oneOf(['index', 'scan'], { description });

export const ReadPlanReply = Type.Object(
  {
    index: Type.Optional(
      oneOf(['ids', 'sessions', 'annotations', 'words', 'content', 'values', 'time'], {
        description:
          'Index that found rows first: ids of spans, traces or parents; sessions and users; annotations; words; whole blocks of span content; the value they are sorted by; or time, with kind, status, name and model. ClickHouse tells no index and no counts.',
      }),
    ),
    blocks_skipped: Type.Optional(
      count('Blocks of span content that the index of words ruled out.'),
    ),
    blocks_read: Type.Optional(count('Blocks of span content that were unpacked.')),
    rows_read: Type.Optional(count('Rows that were looked at.')),
    duration_ms: Type.Number({ minimum: 0, description: 'Time the page took, in milliseconds.' }),
    search: Type.Object(
      {
        words: means("Words, as in `search('refund')`."),
        phrases: means('Phrases, as in `search(\'"refund policy"\')`, by their words.'),
        prefixes: means("Beginnings of words, as in `search('refu*')`."),
        attributes: means("Attributes that equal a text, as in `attributes['tier'] == 'gold'`."),
      },
      {
        description:
          'Searches of span content on this server: by an index, or by a scan of spans in the order of the list.',
      },
    ),
  },
  { title: 'ReadPlan', description: 'How a page was found.' },
);
