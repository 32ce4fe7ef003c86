import { Type, type Static } from 'typebox';
import {
  count,
  dataOf,
  globalId,
  isoTime,
  nullable,
  oneOf,
  timeParam,
} from '../wire/schema-parts.ts';

/** Fields are in camelCase, as those of API keys. */

const EXAMPLE_ID = 'VXNlckFwaUtleTox';
export const USAGE_INTERVALS = ['hour', 'day'] as const;
export type UsageInterval = (typeof USAGE_INTERVALS)[number];

export const KeyUsageParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Global ID of the key.', examples: [EXAMPLE_ID] }),
});
export const KeyUsageQuery = Type.Object({
  start_time: Type.Optional(
    timeParam('From the hour of this time on; by default a week before the end.'),
  ),
  end_time: Type.Optional(timeParam('Up to this time; now by default.')),
  interval: Type.Optional(
    oneOf(USAGE_INTERVALS, {
      description:
        'The interval of the series, in UTC; by default `hour` for up to three days, else `day`.',
    }),
  ),
});
export type KeyUsageQuery = Static<typeof KeyUsageQuery>;

const sums = {
  requests: count('Requests that ended.'),
  errors: count('Requests answered with a status of 400 or more.'),
  spans: count('Spans it sent that were taken.'),
  bytesIn: count('Bytes of the bodies of its requests, as they came.'),
  bytesOut: count('Bytes of the replies.'),
};
const errorRate = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'Errors in requests, 0 to 1; null without requests.',
});

const UsagePoint = Type.Object(
  {
    time: isoTime('When the interval begins.'),
    ...sums,
    ok: count('Requests answered with a status below 400.'),
    clientErrors: count('Requests answered with 4xx.'),
    serverErrors: count('Requests answered with 5xx.'),
  },
  { title: 'ApiKeyUsagePoint' },
);

export const KeyUsage = Type.Object(
  {
    id: globalId('Global ID of the key.', EXAMPLE_ID),
    name: Type.String({ description: 'The purpose of the key.', examples: ['ci'] }),
    lastUsedAt: nullable(isoTime(''), {
      description: 'Its last use, a few seconds late; null before the first.',
    }),
    startTime: isoTime('Of the first hour that is counted.'),
    endTime: isoTime('Up to when it is counted.'),
    interval: oneOf(USAGE_INTERVALS, { description: 'Of the series.' }),
    totals: Type.Object({ ...sums, errorRate }, { description: 'Of the whole window.' }),
    series: Type.Array(UsagePoint, { description: 'Oldest first, empty intervals too.' }),
    endpoints: Type.Array(
      Type.Object({
        endpoint: Type.String({
          description: 'Method and path of the route.',
          examples: ['GET /v1/projects'],
        }),
        ...sums,
        errorRate,
      }),
      {
        description: 'Method and route, the busiest first, at most 200.',
      },
    ),
    countries: Type.Array(
      Type.Object({
        country: Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['DE'] }),
        requests: count('Requests from there.'),
      }),
      {
        description:
          'The most requests first; empty without the optional package, and for private and IPv6 addresses.',
      },
    ),
  },
  { title: 'ApiKeyUsage' },
);
export type KeyUsage = Static<typeof KeyUsage>;
export const KeyUsageReply = dataOf(KeyUsage);

export const KeyUsageSummary = Type.Object(
  {
    id: globalId('Global ID of the key.', EXAMPLE_ID),
    requests: sums.requests,
    errors: sums.errors,
    errorRate,
  },
  { title: 'ApiKeyUsageSummary' },
);
export type KeyUsageSummary = Static<typeof KeyUsageSummary>;
export const KeyUsageSummaries = dataOf(
  Type.Array(KeyUsageSummary, {
    description: 'Keys with requests in the last seven days, the busiest first, at most 1,000.',
  }),
);
