import type { FastifyInstance } from 'fastify';
import { DatasetCsvParams, DatasetExportParams } from '#contracts/datasets/dataset-export.ts';
import { DatasetParams } from '#contracts/datasets/dataset.ts';
import type { ProviderFormat } from '#core/dataset/export-page.ts';
import { Type } from 'typebox';
import { asFile } from '../kit/reply/export-pages.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { route } from '../kit/route/route.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { csvExport, exportSource, jsonlExport, parquetExport, providerExport } from './dataset-exports.service.ts';

interface ExportDeps {
  readonly queries: QueryRunner;
  readonly datasets: DatasetDeps;
}

const DATASET = '/v1/datasets/{id}';
const CSV = 'text/csv; charset=utf-8';
const PARQUET = 'application/vnd.apache.parquet';
const LINES = 'text/plain; charset=utf-8';
const VERSIONS = 'The newest version unless `version_id` names another; a version that the dataset does not have is an empty file.';
const PROVIDERS: readonly { readonly path: string; readonly id: string; readonly format: ProviderFormat }[] = [
  { path: 'openai_ft', id: 'exportDatasetOpenaiFineTuning', format: 'fine-tuning' },
  { path: 'provider_ft', id: 'exportDatasetFineTuning', format: 'fine-tuning' },
  { path: 'openai_evals', id: 'exportDatasetOpenaiEvaluations', format: 'evaluations' },
  { path: 'provider_evals', id: 'exportDatasetEvaluations', format: 'evaluations' },
];

/** Datasets as files. All are streamed: an export of any size needs the memory of a few pages. */
export function registerDatasetExports(app: FastifyInstance, deps: ExportDeps): void {
  csvRoute(app, deps);
  jsonlRoute(app, deps);
  parquetRoute(app, deps);
  for (const provider of PROVIDERS) providerRoute(app, deps, provider);
}

function csvRoute(app: FastifyInstance, { queries, datasets: { store } }: ExportDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/csv`,
      id: 'exportDatasetCsv',
      access: { scopes: ['datasets:read'], workspace: true },
      audit: 'dataset.export',
      tag: 'datasets',
      summary: 'Export a dataset as CSV',
      description: `Columns \`id\`, \`node_id\`, then \`input.*\`, \`output.*\` and \`metadata.*\` in the order they appear in, lists as JSON; \`splits\` when an example has one. ${VERSIONS}`,
      params: DatasetParams,
      query: DatasetCsvParams,
      ok: { status: 200, description: 'CSV.', schema: Type.String(), contentType: CSV },
      errors: [],
    },
    async ({ params, query: { version_id: version, raw = false, typed = false }, reply }) => {
      const source = await exportSource(store, params.id, version);
      const stream = await csvExport(store, queries, source, { style: typed ? 'typed' : 'plain', raw });
      return asFile(reply, stream, `${source.name}.csv`);
    },
  );
}

function jsonlRoute(app: FastifyInstance, { datasets: { store } }: ExportDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/jsonl`,
      id: 'exportDatasetJsonl',
      access: { scopes: ['datasets:read'], workspace: true },
      audit: 'dataset.export',
      tag: 'datasets',
      summary: 'Export a dataset as JSON lines',
      description: `One object a line, with \`id\`, \`node_id\`, \`input\`, \`output\`, \`metadata\` and \`splits\`. ${VERSIONS}`,
      params: DatasetParams,
      query: DatasetExportParams,
      ok: { status: 200, description: 'JSON lines.', schema: Type.String(), contentType: LINES },
      errors: [],
    },
    async ({ params, query, reply }) => {
      const source = await exportSource(store, params.id, query.version_id);
      return asFile(reply, await jsonlExport(store, source), `${source.name}.jsonl`);
    },
  );
}

function parquetRoute(app: FastifyInstance, { queries, datasets: { store } }: ExportDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/parquet`,
      id: 'exportDatasetParquet',
      access: { scopes: ['datasets:read'], workspace: true },
      audit: 'dataset.export',
      tag: 'datasets',
      summary: 'Export a dataset as Parquet',
      description:
        'Columns `id`, `node_id`, `input`, `output`, `metadata` and `splits` (all four JSON, as text), and `span_id`. The newest version unless `version_id` names another; a version that the dataset does not have is a file without rows.',
      params: DatasetParams,
      query: DatasetExportParams,
      ok: { status: 200, description: 'A Parquet file.', schema: Type.String(), contentType: PARQUET },
      errors: [],
    },
    async ({ params, query, reply }) => {
      const source = await exportSource(store, params.id, query.version_id);
      return asFile(reply, await parquetExport(store, queries, source), `${source.name}.parquet`);
    },
  );
}

function providerRoute(
  app: FastifyInstance,
  { queries, datasets: { store } }: ExportDeps,
  { path, id, format }: (typeof PROVIDERS)[number],
): void {
  const what =
    format === 'fine-tuning'
      ? 'a fine-tuning file: `messages` of input and output one after the other, and `tools` of the input where it has any'
      : 'an evaluations file: `messages` of the input, and `ideal`, the content of the last message of the output';
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/jsonl/${path}`,
      id,
      access: { scopes: ['datasets:read'], workspace: true },
      audit: 'dataset.export',
      tag: 'datasets',
      summary: `Export a dataset for ${format}`,
      description: `JSON lines as a model provider takes them for ${what}. ${VERSIONS}`,
      params: DatasetParams,
      query: DatasetExportParams,
      ok: { status: 200, description: 'JSON lines.', schema: Type.String(), contentType: LINES },
      errors: [],
    },
    async ({ params, query, reply }) => {
      const source = await exportSource(store, params.id, query.version_id);
      return asFile(reply, await providerExport(store, queries, source, format), `${source.name}.jsonl`);
    },
  );
}
