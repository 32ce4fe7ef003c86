import { IdCompletionParams, IdCompletionsReply } from '../search/id-completion.ts';
import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import { DeploymentParams, DeploymentsReply } from './deployment.ts';
import { DistributionParams, DistributionsReply } from './distribution.ts';
import {
  AttributeKeysReply,
  FigureParams,
  GroupParams,
  GroupsReply,
  HeatmapParams,
  LatencyHeatmapReply,
} from './figures.ts';
import {
  FacetParams,
  FacetsReply,
  SeriesBreakdownParams,
  SeriesBreakdownReply,
  SeriesParams,
  SeriesReply,
} from './series.ts';

const BOUNDED =
  'With a filter the newest that match are counted, as many as fit a bounded time; `coverage` says whether those were all, and `thorough` counts all.';

export const getSeries = declare({
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
});

export const getLatencyHeatmap = declare({
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
});

export const getSeriesBreakdown = declare({
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
});

export const getDeployments = declare({
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
});

export const getDistributions = declare({
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
});

export const completeIds = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/id_completions',
  id: 'completeIds',
  access: { scopes: ['traces:read'] },
  tag: 'metrics',
  summary: 'Find users and sessions by part of their id',
  description:
    'Ids of users and sessions of a project that start with a text, through indexes: fast, however many there are.',
  params: ProjectParams,
  query: IdCompletionParams,
  ok: { status: 200, description: 'The ids that were found.', schema: IdCompletionsReply },
  errors: ['not_found', 'invalid_request'],
});

export const getFacets = declare({
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
});

export const getGroups = declare({
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
});

export const getAttributeKeys = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/attribute_keys',
  id: 'getAttributeKeys',
  access: { scopes: ['traces:read'] },
  tag: 'metrics',
  summary: 'Attribute keys in use',
  description:
    'The keys that the 200 newest matching spans have, or the roots of the 200 newest matching traces.',
  params: ProjectParams,
  query: FigureParams,
  ok: { status: 200, description: 'Keys.', schema: AttributeKeysReply },
  errors: ['not_found', 'invalid_request'],
});
