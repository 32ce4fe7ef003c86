import { Type, type Static } from 'typebox';
import { Project } from '../projects/project.ts';
import { SPAN_KINDS, STATUS_CODES } from '../spans/span-kind.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  count,
  CursorParam,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  repeated,
  timeParam,
} from '../wire/schema-parts.ts';

const LIMIT_MAX = 100;
const PROJECTS_MAX = 100;

export const SpanSearchParams = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'Text to search for, as in the filter `search(…)`: words in any order, a phrase in double quotes, the beginning of a word with `*`.',
    examples: ['refund policy'],
  }),
  project: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 1024, examples: ['default'] }),
      'Only spans of this project: its Global ID or name. By default all projects are searched that the caller can see, except those of experiments and evaluators.',
      PROJECTS_MAX,
    ),
  ),
  start_time: Type.Optional(timeParam('Only spans that start at or after this time.')),
  end_time: Type.Optional(timeParam('Only spans that start before this time.')),
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

export const SpanSearched = Type.Object(
  {
    terms: Type.Array(
      Type.Object({
        text: Type.String({
          description: 'The term in lower case, without punctuation.',
          examples: ['refund policy'],
        }),
        type: oneOf(['word', 'phrase', 'prefix'], {
          description: 'A word, words that follow each other, or the beginning of a word.',
        }),
      }),
      { description: 'The search as it was understood. A span matches if it holds all terms.' },
    ),
    project_count: count('Projects that were searched.'),
    projects: Type.Array(Type.String(), {
      description: 'Names of the projects, the newest 20 of them.',
      examples: [['default']],
    }),
    back_to: Type.Union([isoTime('Spans that start later were searched.'), Type.Null()], {
      description: 'Spans that start after this time were searched; null when all were.',
    }),
  },
  { title: 'SpanSearched', description: 'The extent of a search.' },
);
export type SpanSearched = Static<typeof SpanSearched>;

export const SpanSearchPage = Type.Object({
  ...pageOf(SpanSearchHit).properties,
  searched: SpanSearched,
});
export type SpanSearchPage = Static<typeof SpanSearchPage>;
