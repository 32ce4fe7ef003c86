import { Type } from 'typebox';
import type { Static } from 'typebox';
import { count, dataOf, isoTime, nullable, timeParam } from './schema-parts.ts';

const ms = (what: string) =>
  nullable(Type.Number(), { description: `${what} of the latency of root spans in milliseconds, within 1 %; null in an empty interval.` });
export const SeriesBucketItem = Type.Object(
  {
    start_time: isoTime('Start of the interval.'),
    spans: count('Spans.'),
    traces: count('Traces.'),
    errors: count('Spans with status ERROR.'),
    latency_p50_ms: ms('Median'),
    latency_p95_ms: ms('95th percentile'),
    latency_p99_ms: ms('99th percentile'),
    token_count_prompt: count('Prompt tokens.'),
    token_count_completion: count('Completion tokens.'),
    cost_usd: Type.Number({ description: 'Cost in US dollars, as far as known.' }),
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
export const SeriesReply = dataOf(Type.Array(SeriesBucketItem, { description: 'Equal intervals, oldest first, empty ones included.' }));
export const SeriesParams = Type.Object({
  start_time: Type.Optional(timeParam('Start of the window, inclusive. Default: a day before its end.')),
  end_time: Type.Optional(timeParam('End of the window, exclusive. Default: now.')),
  buckets: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60, description: 'Intervals, 1 to 500.' })),
});

const FacetValues = (what: string) =>
  Type.Array(
    Type.Object({ value: Type.String({ description: 'The value.' }), count: count('Spans that have it.') }, { title: 'FacetValue' }),
    { description: `By ${what}, most frequent first.` },
  );
export const FacetsReply = dataOf(
  Type.Object(
    {
      status: FacetValues('status code'),
      kind: FacetValues('kind'),
      name: FacetValues('name'),
      model: FacetValues('model'),
      user: FacetValues('user id'),
      session: FacetValues('session id'),
      scanned: count('Newest matching spans that were counted.'),
      complete: Type.Boolean({ description: 'Whether those were all.' }),
    },
    { title: 'Facets' },
  ),
);
