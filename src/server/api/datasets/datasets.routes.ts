import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { deleteDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import { datasetNotFound, requireDataset, requireSplits, requireVersion } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import type { AskedQueries } from '../kit/route/asker.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { examplePage, exampleStream, skipped } from './dataset-examples.service.ts';
import { searchPage } from './example-search.service.ts';
import { datasetPage, oneDataset, versionPage } from './datasets.service.ts';
import { uploadRoute } from './dataset-upload.routes.ts';
const PAGE_LIMIT = 100;
const JSON_TYPE = 'application/json; charset=utf-8';

interface DatasetRouteDeps {
  readonly queries: AskedQueries;
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
  serve(app, routes.listDatasets, async ({ query: { cursor, limit = 10, name } }) =>
    datasetPage(store.db, {
      limit,
      ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'Dataset') }),
      ...(name === undefined ? {} : { name }),
    }),
  );
  serve(app, routes.getDataset, async ({ params }) => ({ data: await oneDataset(store.db, params.id) }));
}

function versionRoute(app: FastifyInstance, { store }: DatasetDeps): void {
  serve(app, routes.listDatasetVersions, async ({ params, query: { cursor, limit = 10 } }) =>
    versionPage(store.db, {
      datasetId: requireGlobalId(params.id, 'Dataset', 'id'),
      limit,
      ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'DatasetVersion') }),
    }),
  );
}

function exampleRoute(app: FastifyInstance, { store }: DatasetDeps, queries: AskedQueries): void {
  serve(
    app,
    routes.listDatasetExamples,
    async ({ params, query: { contains, cursor, limit, offset, split = [], version_id: version }, reply, asker }) => {
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
        return searchPage(store, queries, asker, list, contains);
      }
      if (isPaged) return examplePage(store, await skipped(store, list, offset ?? 0));
      reply.header('content-type', JSON_TYPE);
      return exampleStream(store, asker, list);
    },
  );
}

function deleteRoute(app: FastifyInstance, { store, wakeJobs }: DatasetDeps): void {
  serve(app, routes.deleteDataset, async ({ params, query }) => {
    const id = requireGlobalId(params.id, 'Dataset', 'id');
    if (!(await deleteDataset(store.db, id, Date.now(), query.delete_projects))) throw datasetNotFound(params.id);
    wakeJobs();
  });
}
