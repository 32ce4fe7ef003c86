import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/routes.ts';
import { chartOf } from '#server/api/kit/request/chart-window.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { readAnnotationAgreement, readAnnotationFigures } from './annotation-figures.service.ts';

/** Annotation figures over time, and the agreement of LLM and human annotations. */
export function registerAnnotationFigures(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.getAnnotationFigures, async ({ params, query, asker }) => {
    const { target, name, buckets = 60 } = query;
    const narrowed = { ...(target === undefined ? {} : { target }), ...(name === undefined ? {} : { name }) };
    return queries.json(readAnnotationFigures, asker, { project: params.project_identifier, chart: chartOf(query), buckets, ...narrowed });
  });
  serve(app, routes.getAnnotationAgreement, async ({ params, query, asker }) => {
    const { target = 'span', name, human_label: human, llm_label: llm, limit = 100, cursor } = query;
    const labels = { ...(human === undefined ? {} : { human }), ...(llm === undefined ? {} : { llm }) };
    return queries.json(readAnnotationAgreement, asker, {
      project: params.project_identifier,
      chart: chartOf(query),
      target,
      name,
      labels,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
  });
}
