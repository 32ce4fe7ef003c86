import type { Static } from 'typebox';
import type { FacetsReply, SeriesBucketItem } from '#contracts/series.ts';
import type { SpanFilterParams } from '#contracts/span.ts';
import { isoFromUnixNano } from '#contracts/time.ts';
import type { SeriesBucket, TimeWindow } from '#core/ports/span-store.ts';
import { findProject } from '../kit/find-project.ts';
import type { AnyQuery, Query } from '../kit/query.ts';
import { spanConditions } from '../kit/span-conditions.ts';

export const readSeries: Query<
  { readonly project: string; readonly window: Required<TimeWindow>; readonly buckets: number },
  { readonly data: readonly SeriesBucketItem[] }
> = {
  name: 'metrics.series',
  run: async ({ projects }, { project, window, buckets }) => {
    const found = await findProject(projects, project);
    return { data: (await projects.series(found.id, window, buckets)).map(bucketReply) };
  },
};

function bucketReply(bucket: SeriesBucket): SeriesBucketItem {
  const models = Object.entries(bucket.tokensByModel);
  const sum = (pick: (model: SeriesBucket['tokensByModel'][string]) => number): number =>
    models.reduce((total, [, model]) => total + pick(model), 0);
  return {
    start_time: isoFromUnixNano(bucket.startUnixNano),
    spans: bucket.spans,
    traces: bucket.traces,
    errors: bucket.errors,
    latency_p50_ms: bucket.latencyP50Ms,
    latency_p95_ms: bucket.latencyP95Ms,
    latency_p99_ms: bucket.latencyP99Ms,
    token_count_prompt: sum(({ prompt }) => prompt),
    token_count_completion: sum(({ completion }) => completion),
    cost_usd: sum(({ costUsd }) => costUsd),
    models: Object.fromEntries(
      models.map(([name, { prompt, completion, costUsd }]) => [
        name,
        { token_count_prompt: prompt, token_count_completion: completion, cost_usd: costUsd },
      ]),
    ),
  };
}

export const readFacets: Query<{ readonly project: string; readonly filters: SpanFilterParams }, Static<typeof FacetsReply>> = {
  name: 'metrics.facets',
  run: async ({ projects, budget }, { project, filters }) => {
    const found = await findProject(projects, project);
    const { facets, scanned, complete } = await projects.facets(
      { projectId: found.id, ...spanConditions(filters), sort: 'id', order: 'desc', limit: 1000 },
      budget,
    );
    const values = (name: keyof typeof facets) => facets[name].map(({ value, count }) => ({ value, count }));
    return {
      data: {
        status: values('status'),
        kind: values('kind'),
        name: values('name'),
        model: values('model'),
        user: values('user'),
        session: values('session'),
        scanned,
        complete,
      },
    };
  },
};

export const metricQueries: readonly AnyQuery[] = [readSeries, readFacets];
