import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { DistributionParams, DistributionsReply } from '#contracts/metrics/distribution.ts';
import { DeploymentParams, DeploymentsReply } from '#contracts/metrics/deployment.ts';
import {
  AttributeKeysReply,
  FigureParams,
  GroupParams,
  GroupsReply,
  HeatmapParams,
  LatencyHeatmapReply,
} from '#contracts/metrics/figures.ts';
import { IdCompletionParams, IdCompletionsReply } from '#contracts/search/id-completion.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import {
  FacetParams,
  FacetsReply,
  SeriesBreakdownParams,
  SeriesBreakdownReply,
  SeriesParams,
  SeriesReply,
} from '#contracts/metrics/series.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { chartOf } from '../kit/request/chart-window.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { warnOfSlips } from '../kit/reply/filter-warning.ts';
import { route } from '../kit/route/route.ts';
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

const BOUNDED =
  'With a filter the newest that match are counted, as many as fit a bounded time; `coverage` says whether those were all, and `thorough` counts all.';

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
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/series',
      id: 'getSeries',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Figures over time',
      description: `Traffic, errors, latency, tokens and cost in equal intervals. From roll-ups while only time narrows them. ${BOUNDED}`,
      params: ProjectParams,
      query: SeriesParams,
      ok: { status: 200, description: 'Intervals, oldest first.', schema: SeriesReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, request, reply, signal }) => {
      const project = params.project_identifier;
      const asked = { project, of: query.of ?? 'spans', filters: query, chart: chartOf(query), buckets: query.buckets ?? 60 };
      if (asked.of === 'spans') warnOfSlips(reply, query.filter);
      if (query.thorough !== true || isUnfiltered(query)) return queries.json(readSeries, asked, signal);
      return counts.reply(countSeries, asked, { request, reply, signal });
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/latency_heatmap',
      id: 'getLatencyHeatmap',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Latencies over time',
      description: `Counts in a grid of time and latency. Those of all traces come from roll-ups of their roots, within 1 %. ${BOUNDED}`,
      params: ProjectParams,
      query: HeatmapParams,
      ok: { status: 200, description: 'The grid.', schema: LatencyHeatmapReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, request, reply, signal }) => {
      const { of = 'spans', columns = 60, rows = 24, thorough } = query;
      const filters = filterOf(query.filter);
      const asked = { project: params.project_identifier, of, filters, chart: chartOf(query), columns, rows };
      if (of === 'spans') warnOfSlips(reply, query.filter);
      if (thorough !== true || (of === 'traces' && isUnfiltered(filters))) return queries.json(readHeatmap, asked, signal);
      return counts.reply(countHeatmap, asked, { request, reply, signal });
    },
  );
}

function breakdownRoute(app: FastifyInstance, { queries }: Deps, counts: ThoroughCounts): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/series_breakdown',
      id: 'getSeriesBreakdown',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Figures over time by value',
      description:
        'Traffic, errors, latency, tokens and cost in equal intervals, grouped by a field or an attribute: a series for each of the most frequent values. Bounded: the newest spans or traces are counted, all series over the same time; `coverage` says whether those were all, and `thorough` counts all.',
      params: ProjectParams,
      query: SeriesBreakdownParams,
      ok: { status: 200, description: 'A series for each value.', schema: SeriesBreakdownReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, request, reply, signal }) => {
      const { of = 'spans', by, buckets = 60, values: valuesMax = 4, thorough } = query;
      const project = params.project_identifier;
      const counted = { filters: filterOf(query.filter), chart: chartOf(query), buckets, valuesMax };
      const asked = { project, of, by, attributeKey: attributeKeyOf(query), ...counted };
      if (of === 'spans') warnOfSlips(reply, query.filter);
      if (thorough !== true) return queries.json(readBreakdown, asked, signal);
      return counts.reply(countBreakdown, asked, { request, reply, signal });
    },
  );
}

function deploymentRoute(app: FastifyInstance, { queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/deployments',
      id: 'getDeployments',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Where new versions appeared',
      description:
        'When the first span of a version of a service came, by `service.name` and `service.version` of its resource, where in the half hour before there were spans of another version of it in the same environment. A version that was away for half an hour appears again. Known of spans that came since this was kept; moved traces stay where they came.',
      params: ProjectParams,
      query: DeploymentParams,
      ok: { status: 200, description: 'Deployments.', schema: DeploymentsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) =>
      queries.json(readDeployments, { project: params.project_identifier, chart: chartOf(query) }, signal),
  );
}

function distributionRoute(app: FastifyInstance, { queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/distributions',
      id: 'getDistributions',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'How figures are distributed',
      description:
        'Histograms of latency, tokens and cost, and of scores by the name of their annotations. The newest that match are counted, as many as fit a bounded time; `coverage` says whether those were all.',
      params: ProjectParams,
      query: DistributionParams,
      ok: { status: 200, description: 'The histograms.', schema: DistributionsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, reply, signal }) => {
      const { of = 'spans' } = query;
      if (of === 'spans') warnOfSlips(reply, query.filter);
      const asked = { project: params.project_identifier, of, filters: filterOf(query.filter), chart: chartOf(query) };
      return queries.json(readDistributions, asked, signal);
    },
  );
}

function idRoute(app: FastifyInstance, { queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/id_completions',
      id: 'completeIds',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Find users and sessions by part of their id',
      description: 'Ids of users and sessions of a project that start with a text, through indexes: fast, however many there are.',
      params: ProjectParams,
      query: IdCompletionParams,
      ok: { status: 200, description: 'The ids that were found.', schema: IdCompletionsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query: { text, limit = 10 }, signal }) =>
      queries.json(completeIds, { project: params.project_identifier, text, limit }, signal),
  );
}

function valueRoutes(app: FastifyInstance, { queries }: Deps, counts: ThoroughCounts): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/facets',
      id: 'getFacets',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Counts by value',
      description:
        'Counts of the newest matching spans or traces by status, kind, name, model, user, session and chosen attributes. Bounded: `complete` says whether all were counted.',
      params: ProjectParams,
      query: FacetParams,
      ok: { status: 200, description: 'Counts by value.', schema: FacetsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, request, reply, signal }) => {
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
      if (thorough !== true) return queries.json(readFacets, asked, signal);
      return counts.reply(countFacets, asked, { request, reply, signal });
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/groups',
      id: 'getGroups',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Figures by group',
      description:
        'Count, errors, latency, tokens and cost of the newest matching spans or traces by what they share. Bounded: `coverage` says whether all were counted, and `thorough` counts all.',
      params: ProjectParams,
      query: GroupParams,
      ok: { status: 200, description: 'Groups.', schema: GroupsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, request, reply, signal }) => {
      const { of = 'spans', by, thorough } = query;
      const project = params.project_identifier;
      const asked = { project, of, filters: filterOf(query.filter), chart: chartOf(query), by, attributeKey: attributeKeyOf(query) };
      if (of === 'spans') warnOfSlips(reply, query.filter);
      if (thorough !== true) return queries.json(readGroups, asked, signal);
      return counts.reply(countGroups, asked, { request, reply, signal });
    },
  );
}

/** 422 where the two parameters do not fit. */
function attributeKeyOf({ by, attribute_key: key }: Static<typeof GroupParams>): string | null {
  if (by === 'attribute' && key === undefined)
    throw new AppError(
      'unprocessable',
      'attribute_key is missing: by=attribute groups by the attribute that it names, as in resource.service.version.',
    );
  if (by !== 'attribute' && key !== undefined)
    throw new AppError('unprocessable', `attribute_key is only read with by=attribute, not with by=${by}: leave one of them out.`);
  return key ?? null;
}

function attributeRoutes(app: FastifyInstance, { queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/attribute_keys',
      id: 'getAttributeKeys',
      access: { scopes: ['traces:read'] },
      tag: 'metrics',
      summary: 'Attribute keys in use',
      description: 'The keys that the 200 newest matching spans have, or the roots of the 200 newest matching traces.',
      params: ProjectParams,
      query: FigureParams,
      ok: { status: 200, description: 'Keys.', schema: AttributeKeysReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) =>
      queries.json(
        readAttributeKeys,
        { project: params.project_identifier, of: query.of ?? 'spans', filters: filterOf(query.filter), window: windowOf(query) },
        signal,
      ),
  );
}

function filterOf(filter: string | undefined): SpanFilterParams {
  return filter === undefined ? {} : { filter };
}
