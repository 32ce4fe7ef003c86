import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as routes from '#contracts/metrics/routes.ts';
import { GroupParams } from '#contracts/metrics/figures.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { chartOf } from '../kit/request/chart-window.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { warnOfSlips } from '../kit/reply/filter-warning.ts';
import { serve } from '../kit/route/serve.ts';
import { windowOf } from '../kit/request/time-window.ts';
import { readAttributeKeys } from './attribute-values.ts';
import { countBreakdown, readBreakdown } from './breakdown.service.ts';
import { readDeployments } from './deployments.service.ts';
import { countFacets, readFacets } from './facets.service.ts';
import { isUnfiltered } from './figure-source.ts';
import { countGroups, readGroups } from './groups.service.ts';
import { countHeatmap, readHeatmap } from './heatmap.service.ts';
import { readDistributions } from './distributions.service.ts';
import { completeIds } from './id-completion.service.ts';
import { countSeries, readSeries } from './series.service.ts';
import { ThoroughCounts } from './thorough-count.ts';

type Deps = Pick<ApiDeps, 'queries'>;

/** A project's figures over time, and what its spans and traces have in common. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const counts = new ThoroughCounts(deps.queries);
  timeRoutes(app, deps, counts);
  breakdownRoute(app, deps, counts);
  deploymentRoute(app, deps);
  idRoute(app, deps);
  distributionRoute(app, deps);
  valueRoutes(app, deps, counts);
  attributeRoutes(app, deps);
}

function timeRoutes(app: FastifyInstance, { queries }: Deps, counts: ThoroughCounts): void {
  serve(app, routes.getSeries, async ({ params, query, request, reply, asker }) => {
    const project = params.project_identifier;
    const asked = {
      project,
      of: query.of ?? 'spans',
      filters: query,
      chart: chartOf(query),
      buckets: query.buckets ?? 60,
    };
    if (asked.of === 'spans') warnOfSlips(reply, query.filter);
    if (query.thorough !== true || isUnfiltered(query))
      return queries.json(readSeries, asker, asked);
    return counts.reply(countSeries, asked, { request, reply, asker });
  });
  serve(app, routes.getLatencyHeatmap, async ({ params, query, request, reply, asker }) => {
    const { of = 'spans', columns = 60, rows = 24, thorough } = query;
    const filters = filterOf(query.filter);
    const asked = {
      project: params.project_identifier,
      of,
      filters,
      chart: chartOf(query),
      columns,
      rows,
    };
    if (of === 'spans') warnOfSlips(reply, query.filter);
    if (thorough !== true || (of === 'traces' && isUnfiltered(filters)))
      return queries.json(readHeatmap, asker, asked);
    return counts.reply(countHeatmap, asked, { request, reply, asker });
  });
}

function breakdownRoute(app: FastifyInstance, { queries }: Deps, counts: ThoroughCounts): void {
  serve(app, routes.getSeriesBreakdown, async ({ params, query, request, reply, asker }) => {
    const { of = 'spans', by, buckets = 60, values: valuesMax = 4, thorough } = query;
    const project = params.project_identifier;
    const counted = { filters: filterOf(query.filter), chart: chartOf(query), buckets, valuesMax };
    const asked = { project, of, by, attributeKey: attributeKeyOf(query), ...counted };
    if (of === 'spans') warnOfSlips(reply, query.filter);
    if (thorough !== true) return queries.json(readBreakdown, asker, asked);
    return counts.reply(countBreakdown, asked, { request, reply, asker });
  });
}

function deploymentRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getDeployments, async ({ params, query, asker }) =>
    queries.json(readDeployments, asker, {
      project: params.project_identifier,
      chart: chartOf(query),
    }),
  );
}

function distributionRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getDistributions, async ({ params, query, reply, asker }) => {
    const { of = 'spans' } = query;
    if (of === 'spans') warnOfSlips(reply, query.filter);
    const asked = {
      project: params.project_identifier,
      of,
      filters: filterOf(query.filter),
      chart: chartOf(query),
    };
    return queries.json(readDistributions, asker, asked);
  });
}

function idRoute(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.completeIds, async ({ params, query: { text, limit = 10 }, asker }) =>
    queries.json(completeIds, asker, { project: params.project_identifier, text, limit }),
  );
}

function valueRoutes(app: FastifyInstance, { queries }: Deps, counts: ThoroughCounts): void {
  serve(app, routes.getFacets, async ({ params, query, request, reply, asker }) => {
    const { of, attribute_key, search, thorough } = query;
    const asked = {
      project: params.project_identifier,
      of: of ?? 'spans',
      filters: query,
      window: windowOf(query),
      attributeKeys: attribute_key ?? [],
      search: search ?? '',
    };
    if (asked.of === 'spans') warnOfSlips(reply, query.filter);
    if (thorough !== true) return queries.json(readFacets, asker, asked);
    return counts.reply(countFacets, asked, { request, reply, asker });
  });
  serve(app, routes.getGroups, async ({ params, query, request, reply, asker }) => {
    const { of = 'spans', by, thorough } = query;
    const project = params.project_identifier;
    const asked = {
      project,
      of,
      filters: filterOf(query.filter),
      chart: chartOf(query),
      by,
      attributeKey: attributeKeyOf(query),
    };
    if (of === 'spans') warnOfSlips(reply, query.filter);
    if (thorough !== true) return queries.json(readGroups, asker, asked);
    return counts.reply(countGroups, asked, { request, reply, asker });
  });
}

/** 422 where the two parameters do not fit. */
function attributeKeyOf({ by, attribute_key: key }: Static<typeof GroupParams>): string | null {
  if (by === 'attribute' && key === undefined)
    throw new AppError(
      'unprocessable',
      'attribute_key is missing: by=attribute groups by the attribute that it names, as in resource.service.version.',
    );
  if (by !== 'attribute' && key !== undefined)
    throw new AppError(
      'unprocessable',
      `attribute_key is only read with by=attribute, not with by=${by}: leave one of them out.`,
    );
  return key ?? null;
}

function attributeRoutes(app: FastifyInstance, { queries }: Deps): void {
  serve(app, routes.getAttributeKeys, async ({ params, query, asker }) =>
    queries.json(readAttributeKeys, asker, {
      project: params.project_identifier,
      of: query.of ?? 'spans',
      filters: filterOf(query.filter),
      window: windowOf(query),
    }),
  );
}

function filterOf(filter: string | undefined): SpanFilterParams {
  return filter === undefined ? {} : { filter };
}
