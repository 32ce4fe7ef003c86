import type { FastifyInstance } from 'fastify';
import { AnnotationAgreementParams, AnnotationFigureParams } from '#contracts/annotations/annotation-list.ts';
import { AnnotationAgreementReply, AnnotationFiguresReply } from '#contracts/annotations/annotation.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import { chartOf } from '#server/api/kit/request/chart-window.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { route } from '#server/api/kit/route/route.ts';
import { readAnnotationAgreement, readAnnotationFigures } from './annotation-figures.service.ts';

/** Annotation figures over time, and the agreement of LLM and human annotations. */
export function registerAnnotationFigures(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/annotation_figures',
      id: 'getAnnotationFigures',
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: 'Scores and labels over time',
      description:
        'Counts, mean scores and labels in equal intervals of the start of what was annotated, for each target, name and kind of annotator. From roll-ups.',
      params: ProjectParams,
      query: AnnotationFigureParams,
      ok: { status: 200, description: 'A series for each target, name and kind of annotator.', schema: AnnotationFiguresReply },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) => {
      const { target, name, buckets = 60 } = query;
      const narrowed = { ...(target === undefined ? {} : { target }), ...(name === undefined ? {} : { name }) };
      return queries.json(
        readAnnotationFigures,
        { project: params.project_identifier, chart: chartOf(query), buckets, ...narrowed },
        signal,
      );
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/annotation_agreement',
      id: 'getAnnotationAgreement',
      access: { scopes: ['traces:read'] },
      tag: 'annotations',
      summary: 'Human–LLM agreement',
      description:
        "For targets that both an LLM and a human annotated under a name (the newest annotation of each, of the newest 5,000 targets): the share of equal labels, Cohen's kappa (J. Cohen 1960), how scores differ, and the disagreements as a list to walk through.",
      params: ProjectParams,
      query: AnnotationAgreementParams,
      ok: { status: 200, description: 'How far they agree.', schema: AnnotationAgreementReply },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) => {
      const { target = 'span', name, human_label: human, llm_label: llm, limit = 100, cursor } = query;
      const labels = { ...(human === undefined ? {} : { human }), ...(llm === undefined ? {} : { llm }) };
      return queries.json(
        readAnnotationAgreement,
        {
          project: params.project_identifier,
          chart: chartOf(query),
          target,
          name,
          labels,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        },
        signal,
      );
    },
  );
}
