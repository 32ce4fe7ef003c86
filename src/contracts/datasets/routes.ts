import { declare } from '../wire/declare.ts';
import { ListDatasetExamplesParams, ListDatasetExamplesReply } from './dataset-example.ts';
import {
  DatasetDiffParams,
  DatasetDiffReply,
  DatasetExampleParams,
  ExampleHistoryPage,
  ExampleHistoryParams,
} from './dataset-history.ts';
import {
  UploadDatasetBody,
  UploadDatasetForm,
  UploadDatasetParams,
  UploadDatasetReply,
} from './dataset-upload.ts';
import { DatasetVersionListParams, DatasetVersionPage } from './dataset-version.ts';
import {
  DatasetListParams,
  DatasetPage,
  DatasetParams,
  DatasetReply,
  DeleteDatasetParams,
} from './dataset.ts';

export const listDatasets = declare({
  method: 'GET',
  path: '/v1/datasets',
  id: 'listDatasets',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'List datasets',
  description: 'Newest first. With `name`, the one of that name or none.',
  query: DatasetListParams,
  ok: { status: 200, description: 'A page of datasets.', schema: DatasetPage },
  errors: [],
});

export const getDataset = declare({
  method: 'GET',
  path: '/v1/datasets/{id}',
  id: 'getDataset',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'Read a dataset',
  description: 'By Global ID.',
  params: DatasetParams,
  ok: { status: 200, description: 'The dataset.', schema: DatasetReply },
  errors: ['not_found'],
});

export const listDatasetVersions = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/versions',
  id: 'listDatasetVersions',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'List the versions of a dataset',
  description: 'Newest first. A dataset that is not there has none.',
  params: DatasetParams,
  query: DatasetVersionListParams,
  ok: { status: 200, description: 'A page of versions.', schema: DatasetVersionPage },
  errors: [],
});

export const listDatasetExamples = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/examples',
  id: 'listDatasetExamples',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'Read the examples of a version',
  description:
    'Oldest first; all of them in one reply, which is streamed, unless `limit`, `cursor`, `offset` or `contains` asks for a page. Splits are as they are now, whatever the version.',
  params: DatasetParams,
  query: ListDatasetExamplesParams,
  ok: { status: 200, description: 'The examples.', schema: ListDatasetExamplesReply },
  errors: ['not_found'],
});

export const deleteDataset = declare({
  method: 'DELETE',
  path: '/v1/datasets/{id}',
  id: 'deleteDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  audit: 'dataset.delete',
  tag: 'datasets',
  summary: 'Delete a dataset',
  description:
    'Deletes the dataset permanently, with its examples, versions and experiments. The dataset is hidden at once; its rows are removed in the background. The projects of its experiments stay, unless `delete_projects` is true.',
  params: DatasetParams,
  query: DeleteDatasetParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const uploadDataset = declare({
  method: 'POST',
  path: '/v1/datasets/upload',
  id: 'uploadDataset',
  access: { scopes: ['datasets:write'], workspace: true },
  tag: 'datasets',
  summary: 'Create a dataset, append to it, or update it',
  description:
    'All examples are stored, or none. `append` and `update` match what they bring with what is there: by `example_ids`, else by content. There is a new version only when something changed. With `sync=false` the reply is a job that `GET /v1/jobs/{id}` tells of and `DELETE /v1/jobs/{id}` cancels.',
  query: UploadDatasetParams,
  body: UploadDatasetBody,
  formBody: UploadDatasetForm,
  rawBody: true,
  bodyExample: {
    name: 'refund questions',
    inputs: [{ question: 'How do I return a parcel?' }],
    outputs: [{ answer: 'Within 30 days.' }],
    metadata: [{ tier: 'gold' }],
    splits: ['train'],
  },
  ok: {
    status: 200,
    description: 'The stored examples, or with `sync=false` the job.',
    schema: UploadDatasetReply,
  },
  errors: ['not_found', 'conflict', 'rate_limited', 'storage_full'],
});

export const getDatasetExampleHistory = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/examples/{example_identifier}/history',
  id: 'getDatasetExampleHistory',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'The history of an example',
  description:
    'Each version that added, changed or removed it, newest first, with what it held from then on.',
  params: DatasetExampleParams,
  query: ExampleHistoryParams,
  ok: {
    status: 200,
    description: 'A page of revisions; it ends early when they are large.',
    schema: ExampleHistoryPage,
  },
  errors: ['not_found'],
});

export const diffDatasetVersions = declare({
  method: 'GET',
  path: '/v1/datasets/{id}/diff',
  id: 'diffDatasetVersions',
  access: { scopes: ['datasets:read'], workspace: true },
  tag: 'datasets',
  summary: 'Compare two versions',
  description:
    'Examples added, removed and changed, field by field. Without parameters: what the newest version changed.',
  params: DatasetParams,
  query: DatasetDiffParams,
  ok: {
    status: 200,
    description: 'A page of differences; it ends early when they are large.',
    schema: DatasetDiffReply,
  },
  errors: ['not_found'],
});
