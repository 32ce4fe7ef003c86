import type { FastifyInstance } from 'fastify';
import { DatasetIdentifierParams } from '#contracts/datasets/dataset-identifier.ts';
import {
  CreateDatasetSplitBody,
  DatasetSplitListParams,
  DatasetSplitPage,
  DatasetSplitParams,
  DatasetSplitReply,
  UpdateDatasetSplitBody,
} from '#contracts/datasets/dataset-split.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { deleteSplit } from '#server/stores/meta/datasets/splits.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { route } from '#server/api/kit/route/route.ts';
import { changeSplit, newSplit, splitNotFound, splitNumber, splitPage, splitReply } from './dataset-splits.service.ts';

const SPLITS = '/v1/datasets/{dataset_identifier}/splits';
const tag = 'datasets';

interface SplitDeps {
  readonly meta: MetaDb;
  /** Looks at the jobs now: one was added. */
  readonly datasets: { readonly wakeJobs: () => void };
}

/** Splits: named parts of datasets, such as `train` and `test`. A name is one split over all datasets. */
export function registerDatasetSplits(app: FastifyInstance, deps: SplitDeps): void {
  const { meta } = deps;
  listRoute(app, meta);
  createRoute(app, meta);
  oneSplitRoutes(app, deps);
}

function listRoute(app: FastifyInstance, meta: MetaDb): void {
  route(
    app,
    {
      method: 'GET',
      path: SPLITS,
      id: 'listDatasetSplits',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'List the splits of a dataset',
      description: 'Splits that have at least one example of the dataset, newest split first.',
      params: DatasetIdentifierParams,
      query: DatasetSplitListParams,
      ok: { status: 200, description: 'A page of splits.', schema: DatasetSplitPage },
      errors: ['not_found'],
    },
    async ({ params, query }) => {
      const fromId = query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetSplit');
      return splitPage(meta, await findDatasetRef(meta, params.dataset_identifier), query.limit ?? 10, fromId);
    },
  );
}

function createRoute(app: FastifyInstance, meta: MetaDb): void {
  route(
    app,
    {
      method: 'POST',
      path: SPLITS,
      id: 'createDatasetSplit',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Create a split',
      description: 'With some examples of the dataset, or none yet. Splits are not versioned: they are the same in every version.',
      params: DatasetIdentifierParams,
      body: CreateDatasetSplitBody,
      bodyExample: { name: 'train', example_ids: ['ticket-4711'] },
      ok: { status: 201, description: 'The split.', schema: DatasetSplitReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => {
      const dataset = await findDatasetRef(meta, params.dataset_identifier);
      return { data: await splitReply(meta, dataset, await newSplit(meta, dataset, body)) };
    },
  );
}

function oneSplitRoutes(app: FastifyInstance, { meta, datasets }: SplitDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: `${SPLITS}/{split_id}`,
      id: 'updateDatasetSplit',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Change a split',
      description: 'Its name, looks and notes, in all datasets; and which examples of this dataset are in it.',
      params: DatasetSplitParams,
      body: UpdateDatasetSplitBody,
      bodyExample: { add_example_ids: ['ticket-4711'], remove_example_ids: ['RGF0YXNldEV4YW1wbGU6MQ=='] },
      ok: { status: 200, description: 'The split.', schema: DatasetSplitReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => {
      const dataset = await findDatasetRef(meta, params.dataset_identifier);
      return { data: await splitReply(meta, dataset, await changeSplit(meta, dataset, params.split_id, body)) };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: `${SPLITS}/{split_id}`,
      id: 'deleteDatasetSplit',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'dataset_split.delete',
      tag,
      summary: 'Delete a split',
      description: 'In every dataset; the examples stay.',
      params: DatasetSplitParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      await findDatasetRef(meta, params.dataset_identifier);
      if (!(await deleteSplit(meta, splitNumber(params.split_id), Date.now()))) throw splitNotFound(params.split_id);
      datasets.wakeJobs();
    },
  );
}
