import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-export.routes.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { asFile } from '../kit/reply/export-pages.ts';
import { serve } from '../kit/route/serve.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { csvExport, exportSource, jsonlExport, parquetExport, providerExport } from './dataset-exports.service.ts';

interface ExportDeps {
  readonly queries: QueryRunner;
  readonly datasets: DatasetDeps;
}

const PROVIDERS = [
  { declared: routes.exportDatasetOpenaiFineTuning, format: 'fine-tuning' },
  { declared: routes.exportDatasetFineTuning, format: 'fine-tuning' },
  { declared: routes.exportDatasetOpenaiEvaluations, format: 'evaluations' },
  { declared: routes.exportDatasetEvaluations, format: 'evaluations' },
] as const;

/** Datasets as files. All are streamed: an export of any size needs the memory of a few pages. */
export function registerDatasetExports(app: FastifyInstance, deps: ExportDeps): void {
  csvRoute(app, deps);
  jsonlRoute(app, deps);
  parquetRoute(app, deps);
  for (const provider of PROVIDERS) providerRoute(app, deps, provider);
}

function csvRoute(app: FastifyInstance, { queries, datasets: { store } }: ExportDeps): void {
  serve(app, routes.exportDatasetCsv, async ({ params, query: { version_id: version, raw = false, typed = false }, reply }) => {
    const source = await exportSource(store, params.id, version);
    const stream = await csvExport(store, queries, source, { style: typed ? 'typed' : 'plain', raw });
    return asFile(reply, stream, `${source.name}.csv`);
  });
}

function jsonlRoute(app: FastifyInstance, { datasets: { store } }: ExportDeps): void {
  serve(app, routes.exportDatasetJsonl, async ({ params, query, reply }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(reply, await jsonlExport(store, source), `${source.name}.jsonl`);
  });
}

function parquetRoute(app: FastifyInstance, { queries, datasets: { store } }: ExportDeps): void {
  serve(app, routes.exportDatasetParquet, async ({ params, query, reply }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(reply, await parquetExport(store, queries, source), `${source.name}.parquet`);
  });
}

function providerRoute(
  app: FastifyInstance,
  { queries, datasets: { store } }: ExportDeps,
  { declared, format }: (typeof PROVIDERS)[number],
): void {
  serve(app, declared, async ({ params, query, reply }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(reply, await providerExport(store, queries, source, format), `${source.name}.jsonl`);
  });
}
