import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-split.routes.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { deleteSplit } from '#server/stores/meta/datasets/splits.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { changeSplit, newSplit, splitNotFound, splitNumber, splitPage, splitReply } from './dataset-splits.service.ts';

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
  serve(app, routes.listDatasetSplits, async ({ params, query }) => {
    const fromId = query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetSplit');
    return splitPage(meta, await findDatasetRef(meta, params.dataset_identifier), query.limit ?? 10, fromId);
  });
}

function createRoute(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.createDatasetSplit, async ({ params, body }) => {
    const dataset = await findDatasetRef(meta, params.dataset_identifier);
    return { data: await splitReply(meta, dataset, await newSplit(meta, dataset, body)) };
  });
}

function oneSplitRoutes(app: FastifyInstance, { meta, datasets }: SplitDeps): void {
  serve(app, routes.updateDatasetSplit, async ({ params, body }) => {
    const dataset = await findDatasetRef(meta, params.dataset_identifier);
    return { data: await splitReply(meta, dataset, await changeSplit(meta, dataset, params.split_id, body)) };
  });
  serve(app, routes.deleteDatasetSplit, async ({ params }) => {
    await findDatasetRef(meta, params.dataset_identifier);
    if (!(await deleteSplit(meta, splitNumber(params.split_id), Date.now()))) throw splitNotFound(params.split_id);
    datasets.wakeJobs();
  });
}
