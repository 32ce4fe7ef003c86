import { Type, type Static } from 'typebox';
import {
  FigureCoverage,
  FigureParams,
  GroupParams,
  filterParam,
  grainParam,
  progressPart,
  thoroughParam,
} from './figures.ts';
import { count, dataOf, isoTime, nullable, repeated, oneOf } from '../wire/schema-parts.ts';
import { spanFilterParams } from '../spans/span.ts';

const ms = (what: string) =>
  nullable(Type.Number(), {
    description: `${what} of the latency in milliseconds: of root spans, within 1 %; with a filter, of the matches, exactly. Spans without a duration, because their end was not sent, are excluded. Null without any.`,
  });
const firstToken = (what: string) =>
  nullable(Type.Number(), {
    description: `${what} of the time to the first token in milliseconds, of LLM spans that say it: of all of them, within 1 %; with a filter over spans of those that match. Null where none says it, and when a filter over traces counts traces.`,
  });
const onlyOfTraces = (what: string) =>
  nullable(Type.Integer({ minimum: 0 }), {
    description: `${what} Null when a filter over spans counts spans alone.`,
  });
const bucketParts = {
  start_time: isoTime('Start of the interval.'),
  spans: count('Spans.'),
  traces: onlyOfTraces('Traces.'),
  errors: count('Spans with status ERROR.'),
  failed_traces: onlyOfTraces('Traces that hold a span with status ERROR.'),
  latency_p50_ms: ms('Median'),
  latency_p95_ms: ms('95th percentile'),
  latency_p99_ms: ms('99th percentile'),
  time_to_first_token_p50_ms: firstToken('Median'),
  time_to_first_token_p95_ms: firstToken('95th percentile'),
  token_count_prompt: count('Prompt tokens.'),
  token_count_completion: count('Completion tokens.'),
  cost_usd: Type.Number({ description: 'Cost in US dollars, as far as known.' }),
};
export const SeriesFigures = Type.Object(bucketParts, { title: 'SeriesFigures' });
export type SeriesFigures = Static<typeof SeriesFigures>;
export const SeriesBucketItem = Type.Object(
  {
    ...bucketParts,
    models: Type.Record(
      Type.String(),
      Type.Object({
        token_count_prompt: count('Prompt tokens.'),
        token_count_completion: count('Completion tokens.'),
        cost_usd: Type.Number({ description: 'Cost in US dollars.' }),
      }),
      { description: 'Tokens and cost by model name.' },
    ),
  },
  { title: 'SeriesBucket' },
);
export type SeriesBucketItem = Static<typeof SeriesBucketItem>;
export const SeriesReply = Type.Object({
  data: Type.Array(SeriesBucketItem, {
    description: 'Equal intervals, oldest first, empty ones included.',
  }),
  totals: nullable(SeriesBucketItem, {
    description:
      'All intervals as one: percentiles of intervals do not add up. Models are left out when a filter narrows.',
  }),
  coverage: FigureCoverage,
  end_time: isoTime('End of the last interval.'),
});
export type SeriesReply = Static<typeof SeriesReply>;
export const SeriesParams = Type.Object({
  ...spanFilterParams,
  ...FigureParams.properties,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, default: 60, description: 'Intervals, 1 to 500.' }),
  ),
  thorough: thoroughParam,
});

const partFigures = {
  data: Type.Array(SeriesFigures, {
    description:
      'Equal intervals, oldest first, empty ones included. Intervals that start before `coverage.since` are not counted, or only in part.',
  }),
  totals: nullable(SeriesFigures, {
    description: 'All intervals as one; null until all of them are counted.',
  }),
};
export const SeriesBreakdownParams = Type.Object({
  ...GroupParams.properties,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 60, description: 'Intervals, 1 to 200.' }),
  ),
  values: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10,
      default: 4,
      description: 'How many of the most frequent values get a series, 1 to 10.',
    }),
  ),
});
export const SeriesBreakdownReply = dataOf(
  Type.Object(
    {
      parts: Type.Array(
        Type.Object(
          {
            value: Type.String({ description: 'The value.', examples: ['gpt-5'] }),
            count: count('Spans or traces that have it.'),
            ...partFigures,
          },
          { title: 'SeriesPart' },
        ),
        {
          description:
            'A series for each of the most frequent values, most frequent first. All of them are counted over the same time.',
        },
      ),
      others: nullable(Type.Object(partFigures, { title: 'SeriesOthers' }), {
        description:
          'Rows with another value or none, so that the series add up to the whole. Null for models and errors of traces, which may have several.',
      }),
      value_count: count('Different values, as far as they were counted.'),
      values_complete: Type.Boolean({
        description:
          'Whether `value_count` and the choice of the most frequent values are final: false while counting, and beyond 50,000 values.',
      }),
      coverage: FigureCoverage,
      start_time: isoTime('Start of the first interval.'),
      end_time: isoTime('End of the last interval.'),
    },
    { title: 'SeriesBreakdown' },
  ),
);
export type SeriesBreakdown = Static<typeof SeriesBreakdownReply>['data'];

const FacetValues = (what: string) =>
  Type.Array(
    Type.Object(
      {
        value: Type.String({ description: 'The value.' }),
        count: count('Spans or traces that have it.'),
      },
      { title: 'FacetValue' },
    ),
    { description: `By ${what}, most frequent first.` },
  );
const AnnotationFacet = Type.Object(
  {
    name: Type.String({ description: 'Name of the annotations.' }),
    count: count('Spans or traces with an annotation of that name.'),
    scored: count('Of those, how many have a score.'),
    score: nullable(Type.Number(), { description: 'Mean of the scores; null without any.' }),
    labels: FacetValues('label'),
  },
  { title: 'AnnotationFacet' },
);
export const FACETS = ['status', 'kind', 'name', 'model', 'user', 'session'] as const;
export type Facet = (typeof FACETS)[number];
export const COUNTED = [...FACETS, 'annotations'] as const;
export const FacetsReply = dataOf(
  Type.Object(
    {
      status: FacetValues('status code; a trace is ERROR when any of its spans is, else OK'),
      kind: FacetValues('kind'),
      name: FacetValues('name'),
      model: FacetValues('model'),
      user: FacetValues('user id'),
      session: FacetValues('session id'),
      attributes: Type.Record(Type.String(), FacetValues('value of an attribute'), {
        description: 'By each `attribute_key` asked for.',
      }),
      annotations: Type.Array(AnnotationFacet, {
        description:
          'Annotations of the spans or traces themselves, by name. `search` narrows their labels.',
      }),
      scanned: count('Newest matching spans or traces that were counted.'),
      complete: Type.Boolean({ description: 'Whether those were all.' }),
      exact: Type.Array(oneOf([...COUNTED]), {
        description: 'Fields whose counts are of everything that matches, and not of the newest.',
      }),
      counted: Type.Object(
        {
          status: count('By status.'),
          kind: count('By kind.'),
          name: count('By name.'),
          model: count('By model.'),
          user: count('By user.'),
          session: count('By session.'),
          annotations: count('By annotations.'),
        },
        {
          description:
            'Over how many of the newest each field was counted; those are all where `exact` has the field.',
        },
      ),
      models_scanned: count(
        'The same for models: of traces often fewer, because models are those of their calls.',
      ),
      attributes_scanned: count('The same for attributes.'),
      attributes_complete: Type.Boolean({ description: 'Whether those were all that match.' }),
      progress: progressPart,
    },
    { title: 'Facets' },
  ),
);
export type Facets = Static<typeof FacetsReply>['data'];

export const FacetParams = Type.Object({
  ...spanFilterParams,
  of: grainParam,
  filter: filterParam,
  attribute_key: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 256, examples: ['metadata.tier'] }),
      'Also count the values of this attribute.',
      10,
    ),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only values that hold this text, in any case.' }),
  ),
  thorough: thoroughParam,
});
