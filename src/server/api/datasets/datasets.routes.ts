import type { FastifyInstance } from 'fastify';
import { DatasetListParams, DatasetPage, DatasetParams, DatasetReply } from '#contracts/dataset.ts';
import { ListDatasetExamplesParams, ListDatasetExamplesReply } from '#contracts/dataset-example.ts';
import { DatasetVersionListParams, DatasetVersionPage } from '#contracts/dataset-version.ts';
import { requireGlobalId } from '#contracts/ids.ts';
import { deleteDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import { decodeIdCursor } from '../kit/page-cursor.ts';
import { route } from '../kit/route.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { examplePage, exampleStream, requireSplits, requireVersion } from './dataset-examples.service.ts';
import { datasetNotFound, datasetPage, oneDataset, requireDataset, versionPage } from './datasets.service.ts';
import { uploadRoute } from './dataset-upload.routes.ts';

const DATASET = '/v1/datasets/{id}';
const PAGE_LIMIT = 100;

/** Datasets: lists, one, its versions and examples, uploads, deleting. */
export function registerDatasets(app: FastifyInstance, deps: DatasetDeps): void {
  readRoutes(app, deps);
  contentRoutes(app, deps);
  deleteRoute(app, deps);
  uploadRoute(app, deps);
}

function readRoutes(app: FastifyInstance, { store }: DatasetDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/datasets',
      id: 'listDatasets',
      tag: 'datasets',
      summary: 'List datasets',
      description: 'Newest first. With `name`, the one of that name or none.',
      query: DatasetListParams,
      ok: { status: 200, description: 'A page of datasets.', schema: DatasetPage },
      errors: [],
    },
    async ({ query: { cursor, limit = 10, name } }) =>
      datasetPage(store.db, {
        limit,
        ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'Dataset') }),
        ...(name === undefined ? {} : { name }),
      }),
  );
  route(
    app,
    {
      method: 'GET',
      path: DATASET,
      id: 'getDataset',
      tag: 'datasets',
      summary: 'Read a dataset',
      description: 'By Global ID.',
      params: DatasetParams,
      ok: { status: 200, description: 'The dataset.', schema: DatasetReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: await oneDataset(store.db, params.id) }),
  );
}

function contentRoutes(app: FastifyInstance, { store }: DatasetDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/versions`,
      id: 'listDatasetVersions',
      tag: 'datasets',
      summary: 'List the versions of a dataset',
      description: 'Newest first. A dataset that is not there has none.',
      params: DatasetParams,
      query: DatasetVersionListParams,
      ok: { status: 200, description: 'A page of versions.', schema: DatasetVersionPage },
      errors: [],
    },
    async ({ params, query: { cursor, limit = 10 } }) =>
      versionPage(store.db, {
        datasetId: requireGlobalId(params.id, 'Dataset', 'id'),
        limit,
        ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'DatasetVersion') }),
      }),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/examples`,
      id: 'listDatasetExamples',
      tag: 'datasets',
      summary: 'Read the examples of a version',
      description:
        'Oldest first; all of them in one reply, which is streamed, unless `limit` or `cursor` asks for a page. Splits are as they are now, whatever the version.',
      params: DatasetParams,
      query: ListDatasetExamplesParams,
      ok: { status: 200, description: 'The examples.', schema: ListDatasetExamplesReply },
      errors: ['not_found'],
    },
    async ({ params, query: { cursor, limit, split = [], version_id: version }, reply }) => {
      const isPaged = limit !== undefined || cursor !== undefined;
      const fromExampleId = cursor === undefined ? 0 : decodeIdCursor(cursor, 'DatasetExample');
      const dataset = await requireDataset(store.db, params.id);
      const list = {
        dataset,
        versionId: await requireVersion(store.db, dataset, version),
        splits: await requireSplits(store.db, split),
        page: isPaged ? { limit: limit ?? PAGE_LIMIT, fromExampleId } : null,
      };
      if (isPaged) return examplePage(store, list);
      reply.header('content-type', 'application/json; charset=utf-8');
      return exampleStream(store, list);
    },
  );
}

function deleteRoute(app: FastifyInstance, { store, wakeJobs }: DatasetDeps): void {
  route(
    app,
    {
      method: 'DELETE',
      path: DATASET,
      id: 'deleteDataset',
      tag: 'datasets',
      summary: 'Delete a dataset',
      description: 'With its examples and versions, for good. It is gone at once; its rows go in the background.',
      params: DatasetParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      if (!(await deleteDataset(store.db, requireGlobalId(params.id, 'Dataset', 'id'), Date.now()))) throw datasetNotFound(params.id);
      wakeJobs();
    },
  );
}
