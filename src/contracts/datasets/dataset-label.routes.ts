import { declare } from '../wire/declare.ts';
import { DatasetIdentifierParams } from './dataset-identifier.ts';
import {
  CreateDatasetLabelBody,
  DatasetLabelListParams,
  DatasetLabelPage,
  DatasetLabelParams,
  DatasetLabelReply,
  LabelOfDatasetParams,
  LabelsOfDatasetReply,
  SetDatasetLabelsBody,
  UpdateDatasetLabelBody,
} from './dataset-label.ts';

export const listDatasetLabels = declare({
  method: 'GET',
  path: '/v1/dataset_labels',
  id: 'listDatasetLabels',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'List dataset labels',
  description: 'Newest first.',
  query: DatasetLabelListParams,
  ok: { status: 200, description: 'A page of labels.', schema: DatasetLabelPage },
  errors: [],
});

export const getDatasetLabel = declare({
  method: 'GET',
  path: '/v1/dataset_labels/{label_id}',
  id: 'getDatasetLabel',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'Read a dataset label',
  description: 'By Global ID.',
  params: DatasetLabelParams,
  ok: { status: 200, description: 'The label.', schema: DatasetLabelReply },
  errors: ['not_found'],
});

export const createDatasetLabel = declare({
  method: 'POST',
  path: '/v1/dataset_labels',
  id: 'createDatasetLabel',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Create a dataset label',
  description: 'No dataset has it yet.',
  body: CreateDatasetLabelBody,
  bodyExample: { name: 'golden', color: '#ffc53d', description: 'Checked by hand.' },
  ok: { status: 201, description: 'The label.', schema: DatasetLabelReply },
  errors: ['conflict'],
});

export const updateDatasetLabel = declare({
  method: 'PATCH',
  path: '/v1/dataset_labels/{label_id}',
  id: 'updateDatasetLabel',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Change a dataset label',
  description: 'Absent fields stay unchanged.',
  params: DatasetLabelParams,
  body: UpdateDatasetLabelBody,
  bodyExample: { color: '#30a46c' },
  ok: { status: 200, description: 'The label.', schema: DatasetLabelReply },
  errors: ['not_found', 'conflict'],
});

export const deleteDatasetLabel = declare({
  method: 'DELETE',
  path: '/v1/dataset_labels/{label_id}',
  id: 'deleteDatasetLabel',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset_label.delete',
  tag: 'datasets',
  summary: 'Delete a dataset label',
  description: 'Every dataset that had it loses it.',
  params: DatasetLabelParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const listDatasetLabelsForDataset = declare({
  method: 'GET',
  path: '/v1/datasets/{dataset_identifier}/labels',
  id: 'listDatasetLabelsForDataset',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'List the labels of a dataset',
  description: 'All of them, newest label first.',
  params: DatasetIdentifierParams,
  ok: { status: 200, description: 'The labels.', schema: LabelsOfDatasetReply },
  errors: ['not_found'],
});

export const setDatasetLabelsForDataset = declare({
  method: 'PUT',
  path: '/v1/datasets/{dataset_identifier}/labels',
  id: 'setDatasetLabelsForDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Set the labels of a dataset',
  description:
    'Replaces the dataset’s labels with exactly these; changes nothing when one is unknown.',
  params: DatasetIdentifierParams,
  body: SetDatasetLabelsBody,
  bodyExample: { dataset_label_ids: ['RGF0YXNldExhYmVsOjE='] },
  ok: { status: 200, description: 'The labels.', schema: LabelsOfDatasetReply },
  errors: ['not_found', 'conflict'],
});

export const addDatasetLabelToDataset = declare({
  method: 'PUT',
  path: '/v1/datasets/{dataset_identifier}/labels/{label_id}',
  id: 'addDatasetLabelToDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Label a dataset',
  description: 'A no-op if the dataset has the label already.',
  params: LabelOfDatasetParams,
  ok: { status: 200, description: 'The label.', schema: DatasetLabelReply },
  errors: ['not_found', 'conflict'],
});

export const removeDatasetLabelFromDataset = declare({
  method: 'DELETE',
  path: '/v1/datasets/{dataset_identifier}/labels/{label_id}',
  id: 'removeDatasetLabelFromDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset_label.remove',
  tag: 'datasets',
  summary: 'Take a label from a dataset',
  description: 'A no-op if the dataset doesn’t have the label.',
  params: LabelOfDatasetParams,
  ok: { status: 204, description: 'The dataset is without it.' },
  errors: ['not_found', 'conflict'],
});
