import { Type, type Static } from 'typebox';
import { Project } from '../projects/project.ts';
import { SPAN_KINDS, STATUS_CODES } from '../spans/span-kind.ts';
import { pageOf } from '../wire/pagination.ts';
import { CursorParam, isoTime, limitParam, nullable, oneOf } from '../wire/schema-parts.ts';

const LIMIT_MAX = 100;

export const SpanSearchParams = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'Text to search for, as in the filter `search(…)`: words in any order, a phrase in double quotes, the beginning of a word with `*`.',
    examples: ['refund policy'],
  }),
  limit: Type.Optional(limitParam(20, LIMIT_MAX)),
  cursor: Type.Optional(CursorParam),
});

const SpanSnippet = Type.Object({
  field: oneOf(['name', 'attribute', 'event', 'link', 'error'], {
    description: 'The part of the span that holds the text.',
  }),
  key: nullable(Type.String(), { description: 'Key of the attribute, else null.' }),
  text: Type.String({ description: 'A part of the text around the first match.' }),
  marks: Type.Array(
    Type.Object({
      start: Type.Integer({ minimum: 0, description: 'First unit of the match.' }),
      end: Type.Integer({ minimum: 0, description: 'The unit after the match.' }),
    }),
    { description: 'Ranges of `text` that match, in UTF-16 units.' },
  ),
});
export type SpanSnippet = Static<typeof SpanSnippet>;

export const SpanSearchHit = Type.Object(
  {
    project: Project,
    trace_id: Type.String({
      description: 'OpenTelemetry ID of the trace.',
      examples: ['0af7651916cd43dd8448eb211c80319c'],
    }),
    span_id: Type.String({
      description: 'OpenTelemetry ID of the span.',
      examples: ['5fb0c4e8a1b2c3d4'],
    }),
    name: Type.String({ description: 'Name of the span.', examples: ['ChatCompletion'] }),
    span_kind: oneOf(SPAN_KINDS, { description: 'OpenInference kind.' }),
    status_code: oneOf(STATUS_CODES, { description: 'Status of the span.' }),
    start_time: isoTime('Start of the span.'),
    snippets: Type.Array(SpanSnippet, { description: 'Up to two texts that match.' }),
  },
  { title: 'SpanSearchHit' },
);
export type SpanSearchHit = Static<typeof SpanSearchHit>;
export const SpanSearchPage = pageOf(SpanSearchHit);
