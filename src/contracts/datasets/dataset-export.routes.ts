import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import { DatasetCsvParams, DatasetExportParams } from './dataset-export.ts';
import { DatasetParams } from './dataset.ts';

const CSV = 'text/csv; charset=utf-8';
const PARQUET = 'application/vnd.apache.parquet';
const LINES = 'text/plain; charset=utf-8';
const VERSIONS =
  'The newest version unless `version_id` names another; a version that the dataset does not have is an empty file.';

export const exportDatasetCsv = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/csv',
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
});

export const exportDatasetJsonl = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/jsonl',
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
});

export const exportDatasetParquet = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/parquet',
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
});

const OF_FORMAT = {
  'fine-tuning':
    'a fine-tuning file: `messages` of input and output one after the other, and `tools` of the input where it has any',
  evaluations:
    'an evaluations file: `messages` of the input, and `ideal`, the content of the last message of the output',
} as const;

/**
 * Files that model providers take. Each has two paths: the one of Phoenix’s clients, and one
 * without a provider’s name.
 */
function exporting(path: string, id: string, format: keyof typeof OF_FORMAT) {
  return declare({
    method: 'GET',
    path: `/v1/datasets/{id}/jsonl/${path}`,
    id,
    access: { scopes: ['datasets:read'], workspace: true },
    audit: 'dataset.export',
    tag: 'datasets',
    summary: `Export a dataset for ${format}`,
    description: `JSON lines as a model provider takes them for ${OF_FORMAT[format]}. ${VERSIONS}`,
    params: DatasetParams,
    query: DatasetExportParams,
    ok: { status: 200, description: 'JSON lines.', schema: Type.String(), contentType: LINES },
    errors: [],
  });
}
export const exportDatasetOpenaiFineTuning = exporting(
  'openai_ft',
  'exportDatasetOpenaiFineTuning',
  'fine-tuning',
);
export const exportDatasetFineTuning = exporting(
  'provider_ft',
  'exportDatasetFineTuning',
  'fine-tuning',
);
export const exportDatasetOpenaiEvaluations = exporting(
  'openai_evals',
  'exportDatasetOpenaiEvaluations',
  'evaluations',
);
export const exportDatasetEvaluations = exporting(
  'provider_evals',
  'exportDatasetEvaluations',
  'evaluations',
);
