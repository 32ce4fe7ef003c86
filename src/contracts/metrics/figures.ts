import { Type, type Static } from 'typebox';
import { count, dataOf, isoTime, nullable, oneOf, timeParam } from '../wire/schema-parts.ts';

/** The subject of figures: a project's traces, or its single spans. */
export const FIGURE_GRAINS = ['traces', 'spans'] as const;
export type FigureGrain = (typeof FIGURE_GRAINS)[number];

export const grainParam = Type.Optional(
  oneOf(FIGURE_GRAINS, {
    default: 'spans',
    description: 'Whether traces or spans are counted; `filter` is then a filter over those.',
  }),
);
export const filterParam = Type.Optional(
  Type.String({
    maxLength: 4096,
    description: 'A condition in the filter language, over traces or spans as `of` says.',
    examples: ['latency_ms > 1000'],
  }),
);
/** The window of a chart. */
export const chartTimes = {
  start_time: Type.Optional(
    timeParam('Start of the window, inclusive. Default: a day before its end.'),
  ),
  end_time: Type.Optional(timeParam('End of the window, exclusive. Default: now.')),
  whole: Type.Optional(
    Type.Boolean({
      description:
        'Start the window with the first span of the project; `start_time` is then not read.',
    }),
  ),
};

export const thoroughParam = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Count all that matches, however long it takes, up to 30 seconds: for a second look, when the first was not complete. Who accepts `application/x-ndjson` gets the same reply line by line as it grows, for up to five minutes. Percentiles of more than 256 latencies are then within 1 %.',
  }),
);

/** How far a thorough count has come. */
export const progressPart = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description:
    'Of a thorough count: which part of the range it has been through, 1 at its end. Null of any other.',
});

/** How complete figures are: exact (from roll-ups), or from the newest rows of a bounded scan. */
export const FigureCoverage = Type.Object(
  {
    source: oneOf(['rollups', 'scan'], {
      description: 'Sums kept while spans come in, or a scan of the newest that match.',
    }),
    scanned: count('Matching rows that were counted; 0 from roll-ups, which count none.'),
    complete: Type.Boolean({
      description: 'False when the scan was cut short: older rows are then not counted.',
    }),
    since: nullable(Type.String(), {
      description: 'Start of the oldest row counted, when the scan was cut short; null otherwise.',
      examples: ['2026-11-20T18:16:00.123456+00:00'],
    }),
    progress: progressPart,
  },
  { title: 'FigureCoverage', description: 'How complete the figures are.' },
);
export type FigureCoverage = Static<typeof FigureCoverage>;

export const FigureParams = Type.Object({ of: grainParam, filter: filterParam, ...chartTimes });
export type FigureParams = Static<typeof FigureParams>;

export const HeatmapParams = Type.Object({
  of: grainParam,
  filter: filterParam,
  ...chartTimes,
  columns: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 60,
      description: 'Intervals of time, 1 to 200.',
    }),
  ),
  rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      default: 24,
      description: 'Intervals of latency, at most, 1 to 60.',
    }),
  ),
  thorough: thoroughParam,
});
export const LatencyHeatmap = Type.Object(
  {
    start_time: isoTime('Start of the first column.'),
    end_time: isoTime('End of the last column.'),
    edges_ms: Type.Array(Type.Number(), {
      description:
        'Borders of the rows in milliseconds, rising by equal factors: one more than there are rows. Empty when nothing was counted.',
      examples: [[10, 31.6, 100]],
    }),
    columns: Type.Array(Type.Array(Type.Integer({ minimum: 0 })), {
      description:
        'For each interval of time, oldest first: how many latencies fall into each row, fastest first.',
    }),
    coverage: FigureCoverage,
  },
  { title: 'LatencyHeatmap', description: 'Latencies over time, as counts in a grid.' },
);
export type LatencyHeatmap = Static<typeof LatencyHeatmap>;
export const LatencyHeatmapReply = dataOf(LatencyHeatmap);

export const GROUPINGS = [
  'name',
  'kind',
  'model',
  'user',
  'session',
  'error',
  'attribute',
] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const GroupParams = Type.Object({
  of: grainParam,
  filter: filterParam,
  ...chartTimes,
  by: oneOf(GROUPINGS, {
    description:
      'The field to group by; errors by the pattern of their messages. Of a trace: its root’s name, kind and attributes, and the models and errors of its spans. For `attribute`, set `attribute_key`.',
  }),
  attribute_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'Dotted key of the attribute to group by, with `by=attribute`; behind `resource.` those of what sent the spans.',
      examples: ['resource.service.version'],
    }),
  ),
  thorough: thoroughParam,
});
const ms = (what: string) =>
  nullable(Type.Number(), { description: `${what} of the latency in milliseconds.` });
/** Messages that are named of one group of errors. */
export const GROUP_VARIANTS_MAX = 20;
export const Group = Type.Object(
  {
    value: nullable(Type.String(), {
      description:
        'The common value of the rows of the group; null for those without a value. Of errors the pattern of their messages: numbers, ids, addresses, times and names of models are `…`.',
      examples: ['429 Too many requests for …'],
    }),
    count: count('Rows of the group.'),
    errors: count('Those with errors: spans with status ERROR, or traces that contain one.'),
    latency_p50_ms: ms('Median'),
    latency_p99_ms: ms('99th percentile'),
    token_count_total: count('Prompt and completion tokens.'),
    cost_usd: Type.Number({ description: 'Cost in US dollars, as far as known.' }),
    variants: Type.Array(
      Type.Object(
        {
          value: Type.String({ description: 'The message as it was sent.' }),
          count: count('Rows with it.'),
        },
        { title: 'FigureGroupVariant' },
      ),
      {
        description: `Of errors, the messages behind the pattern, most frequent first, at most ${GROUP_VARIANTS_MAX}: of more, those of the newest rows. Else empty.`,
      },
    ),
  },
  { title: 'FigureGroup' },
);
export type Group = Static<typeof Group>;
export const GroupsReply = dataOf(
  Type.Object(
    {
      groups: Type.Array(Group, { description: 'Most frequent first, at most 200.' }),
      coverage: FigureCoverage,
    },
    { title: 'FigureGroups' },
  ),
);
export type FigureGroups = Static<typeof GroupsReply>['data'];

export const AttributeKeysReply = dataOf(
  Type.Object(
    {
      keys: Type.Array(
        Type.Object(
          {
            key: Type.String({
              description:
                'Dotted key, without the numbers of list items; behind `resource.` those of what sent the spans.',
              examples: ['metadata.tier'],
            }),
            count: count('Spans that have it.'),
          },
          { title: 'AttributeKey' },
        ),
        { description: 'Most frequent first, at most 500.' },
      ),
      scanned: count(
        'Spans that were looked at: the newest, or for traces the roots of the newest.',
      ),
    },
    { title: 'AttributeKeys' },
  ),
);
