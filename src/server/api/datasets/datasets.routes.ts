import type { FastifyInstance } from 'fastify';
import { DeleteDatasetParams, DatasetListParams, DatasetPage, DatasetParams, DatasetReply } from '#contracts/datasets/dataset.ts';
import { ListDatasetExamplesParams, ListDatasetExamplesReply } from '#contracts/datasets/dataset-example.ts';
import { DatasetVersionListParams, DatasetVersionPage } from '#contracts/datasets/dataset-version.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import { datasetNotFound, requireDataset, requireSplits, requireVersion } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { route } from '../kit/route/route.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { examplePage, exampleStream, skipped } from './dataset-examples.service.ts';
import { searchPage } from './example-search.service.ts';
import { datasetPage, oneDataset, versionPage } from './datasets.service.ts';
import { uploadRoute } from './dataset-upload.routes.ts';

const DATASET = '/v1/datasets/{id}';
const PAGE_LIMIT = 100;
const JSON_TYPE = 'application/json; charset=utf-8';

interface DatasetRouteDeps {
  readonly queries: QueryRunner;
  readonly datasets: DatasetDeps;
}

/** Datasets: lists, one, its versions and examples, uploads, deleting. */
export function registerDatasets(app: FastifyInstance, { queries, datasets }: DatasetRouteDeps): void {
  readRoutes(app, datasets);
  versionRoute(app, datasets);
  exampleRoute(app, datasets, queries);
  deleteRoute(app, datasets);
  uploadRoute(app, datasets);
}

function readRoutes(app: FastifyInstance, { store }: DatasetDeps): void {
  route(
    app,
    {
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
      access: { scopes: ['datasets:read'], workspace: true },
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

function versionRoute(app: FastifyInstance, { store }: DatasetDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/versions`,
      id: 'listDatasetVersions',
      access: { scopes: ['datasets:read'], workspace: true },
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
}

function exampleRoute(app: FastifyInstance, { store }: DatasetDeps, queries: QueryRunner): void {
  route(
    app,
    {
      method: 'GET',
      path: `${DATASET}/examples`,
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
    },
    async ({ params, query: { contains, cursor, limit, offset, split = [], version_id: version }, reply }) => {
      if (offset !== undefined && (contains !== undefined || split.length > 0))
        throw new AppError('unprocessable', 'offset does not go with split or contains: follow next_cursor instead.');
      const isPaged = [limit, cursor, offset, contains].some((one) => one !== undefined);
      const fromExampleId = cursor === undefined ? 0 : decodeIdCursor(cursor, 'DatasetExample');
      const dataset = await requireDataset(store.db, params.id);
      const list = {
        dataset,
        versionId: await requireVersion(store.db, dataset, version),
        splits: await requireSplits(store.db, split),
        page: isPaged ? { limit: limit ?? PAGE_LIMIT, fromExampleId } : null,
      };
      if (contains !== undefined) {
        reply.header('content-type', JSON_TYPE);
        return searchPage(store, queries, list, contains);
      }
      if (isPaged) return examplePage(store, await skipped(store, list, offset ?? 0));
      reply.header('content-type', JSON_TYPE);
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
    },
    async ({ params, query }) => {
      const id = requireGlobalId(params.id, 'Dataset', 'id');
      if (!(await deleteDataset(store.db, id, Date.now(), query.delete_projects))) throw datasetNotFound(params.id);
      wakeJobs();
    },
  );
}
