import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-export.routes.ts';
import type { AskedQueries } from '../kit/route/asker.ts';
import { asFile } from '../kit/reply/export-pages.ts';
import { serve } from '../kit/route/serve.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import {
  csvExport,
  exportSource,
  jsonlExport,
  parquetExport,
  providerExport,
} from './dataset-exports.service.ts';

interface ExportDeps {
  readonly queries: AskedQueries;
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
  serve(
    app,
    routes.exportDatasetCsv,
    async ({
      params,
      query: { version_id: version, raw = false, typed = false },
      reply,
      asker,
    }) => {
      const source = await exportSource(store, params.id, version);
      const stream = await csvExport(store, queries, asker, source, {
        style: typed ? 'typed' : 'plain',
        raw,
      });
      return asFile(reply, stream, `${source.name}.csv`);
    },
  );
}

function jsonlRoute(app: FastifyInstance, { datasets: { store } }: ExportDeps): void {
  serve(app, routes.exportDatasetJsonl, async ({ params, query, reply, asker }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(reply, await jsonlExport(store, asker, source), `${source.name}.jsonl`);
  });
}

function parquetRoute(app: FastifyInstance, { queries, datasets: { store } }: ExportDeps): void {
  serve(app, routes.exportDatasetParquet, async ({ params, query, reply, asker }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(
      reply,
      await parquetExport(store, queries, asker, source),
      `${source.name}.parquet`,
    );
  });
}

function providerRoute(
  app: FastifyInstance,
  { queries, datasets: { store } }: ExportDeps,
  { declared, format }: (typeof PROVIDERS)[number],
): void {
  serve(app, declared, async ({ params, query, reply, asker }) => {
    const source = await exportSource(store, params.id, query.version_id);
    return asFile(
      reply,
      await providerExport(store, queries, asker, source, format),
      `${source.name}.jsonl`,
    );
  });
}
