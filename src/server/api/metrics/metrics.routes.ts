import type { FastifyInstance } from 'fastify';
import { ProjectParams } from '#contracts/schema-parts.ts';
import { FacetsReply, SeriesParams, SeriesReply } from '#contracts/series.ts';
import { SpanFilterParams } from '#contracts/span.ts';
import type { ApiDeps } from '../kit/deps.ts';
import { route } from '../kit/route.ts';
import { chartWindow } from '../kit/time-window.ts';
import { readFacets, readSeries } from './metrics.service.ts';

/** A project's figures over time, and what its spans have in common. */
export function registerMetrics(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/series',
      id: 'getSeries',
      tag: 'metrics',
      summary: 'Figures over time',
      description: 'Traffic, errors, latency, tokens and cost in equal intervals, from roll-ups: never a scan of spans.',
      params: ProjectParams,
      query: SeriesParams,
      ok: { status: 200, description: 'Intervals, oldest first.', schema: SeriesReply },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) =>
      queries.json(
        readSeries,
        { project: params.project_identifier, window: chartWindow(query, Date.now()), buckets: query.buckets ?? 60 },
        signal,
      ),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/facets',
      id: 'getFacets',
      tag: 'metrics',
      summary: 'Counts by value',
      description:
        'How the newest matching spans divide by status, kind, name, model, user and session. Bounded: `complete` says whether all were counted.',
      params: ProjectParams,
      query: SpanFilterParams,
      ok: { status: 200, description: 'Counts by value.', schema: FacetsReply },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, signal }) => queries.json(readFacets, { project: params.project_identifier, filters: query }, signal),
  );
}
