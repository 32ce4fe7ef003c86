import { declare } from '../wire/declare.ts';
import { DatasetIdentifierParams } from './dataset-identifier.ts';
import {
  CreateDatasetSplitBody,
  DatasetSplitListParams,
  DatasetSplitPage,
  DatasetSplitParams,
  DatasetSplitReply,
  UpdateDatasetSplitBody,
} from './dataset-split.ts';

export const listDatasetSplits = declare({
  method: 'GET',
  path: '/v1/datasets/{dataset_identifier}/splits',
  id: 'listDatasetSplits',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'List the splits of a dataset',
  description: 'Splits that have at least one example of the dataset, newest split first.',
  params: DatasetIdentifierParams,
  query: DatasetSplitListParams,
  ok: { status: 200, description: 'A page of splits.', schema: DatasetSplitPage },
  errors: ['not_found'],
});

export const createDatasetSplit = declare({
  method: 'POST',
  path: '/v1/datasets/{dataset_identifier}/splits',
  id: 'createDatasetSplit',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Create a split',
  description:
    'With some examples of the dataset, or none yet. Splits are not versioned: they are the same in every version.',
  params: DatasetIdentifierParams,
  body: CreateDatasetSplitBody,
  bodyExample: { name: 'train', example_ids: ['ticket-4711'] },
  ok: { status: 201, description: 'The split.', schema: DatasetSplitReply },
  errors: ['not_found', 'conflict'],
});

export const updateDatasetSplit = declare({
  method: 'PATCH',
  path: '/v1/datasets/{dataset_identifier}/splits/{split_id}',
  id: 'updateDatasetSplit',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Change a split',
  description:
    'Its name, looks and notes, in all datasets; and which examples of this dataset are in it.',
  params: DatasetSplitParams,
  body: UpdateDatasetSplitBody,
  bodyExample: {
    add_example_ids: ['ticket-4711'],
    remove_example_ids: ['RGF0YXNldEV4YW1wbGU6MQ=='],
  },
  ok: { status: 200, description: 'The split.', schema: DatasetSplitReply },
  errors: ['not_found', 'conflict'],
});

export const deleteDatasetSplit = declare({
  method: 'DELETE',
  path: '/v1/datasets/{dataset_identifier}/splits/{split_id}',
  id: 'deleteDatasetSplit',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset_split.delete',
  tag: 'datasets',
  summary: 'Delete a split',
  description: 'In every dataset; the examples stay.',
  params: DatasetSplitParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});
