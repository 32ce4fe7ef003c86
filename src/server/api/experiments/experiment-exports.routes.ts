import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ExperimentParams } from '#contracts/experiments/experiment.ts';
import { ExportedExperimentRuns } from '#contracts/experiments/experiment-export.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { asFile } from '../kit/reply/export-pages.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { route } from '../kit/route/route.ts';
import { csvExport, exportedExperiment, jsonExport } from './experiment-exports.service.ts';

const EXPERIMENT = '/v1/experiments/{experiment_id}';
const CSV = 'text/csv; charset=utf-8';
const tag = 'experiments';

/** Experiments as files. Both are streamed: an export of any size needs the memory of a few pages. */
export function registerExperimentExports(
  app: FastifyInstance,
  { store, queries }: { readonly store: MetaStore; readonly queries: QueryRunner },
): void {
  route(
    app,
    {
      method: 'GET',
      path: `${EXPERIMENT}/json`,
      id: 'exportExperimentJson',
      access: { scopes: ['experiments:read'], workspace: true },
      audit: 'experiment.export',
      tag,
      summary: 'Export an experiment as JSON',
      description: 'All runs with their evaluations, by example and repetition. 404 for an experiment without runs.',
      params: ExperimentParams,
      ok: { status: 200, description: 'The runs.', schema: ExportedExperimentRuns },
      errors: ['not_found'],
    },
    async ({ params, reply }) => {
      const experiment = await exportedExperiment(store, params.experiment_id);
      reply.header('content-type', 'application/json; charset=utf-8');
      return asFile(reply, await jsonExport(store, experiment), `${experiment.name}.json`);
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: `${EXPERIMENT}/csv`,
      id: 'exportExperimentCsv',
      access: { scopes: ['experiments:read'], workspace: true },
      audit: 'experiment.export',
      tag,
      summary: 'Export an experiment as CSV',
      description:
        'One row for each run, by example and repetition, with columns `annotation_<name>_…` for each evaluation. Text outputs are unchanged, others are JSON. 404 for an experiment without runs.',
      params: ExperimentParams,
      ok: { status: 200, description: 'CSV.', schema: Type.String(), contentType: CSV },
      errors: ['not_found'],
    },
    async ({ params, reply }) => {
      const experiment = await exportedExperiment(store, params.experiment_id);
      return asFile(reply, await csvExport(store, queries, experiment), `${experiment.name}.csv`);
    },
  );
}
