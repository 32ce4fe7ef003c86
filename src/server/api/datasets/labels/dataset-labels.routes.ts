import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-label.routes.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import {
  assignLabel,
  createLabel,
  deleteLabel,
  labelsOfDataset,
  setLabelsOfDataset,
  unassignLabel,
} from '#server/stores/meta/datasets/labels.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { labelReply } from '#server/api/kit/datasets/dataset-codec.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import {
  changeLabel,
  labelNameTaken,
  labelNotFound,
  labelNumber,
  labelPage,
  requireLabel,
  requireLabels,
} from './dataset-labels.service.ts';

/** Labels of datasets: what there is, and which dataset has which. */
export function registerDatasetLabels(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  readRoutes(app, meta);
  changeRoutes(app, meta);
  assignmentRoutes(app, meta);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.listDatasetLabels, ({ query }) =>
    labelPage(meta, query.limit ?? 100, query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetLabel')),
  );
  serve(app, routes.getDatasetLabel, async ({ params }) => ({ data: labelReply(await requireLabel(meta, params.label_id)) }));
}

function changeRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.createDatasetLabel, async ({ body }) => {
    const { name, color, description } = body;
    const label = await createLabel(meta, { name, color, description: description ?? null }, Date.now());
    if (label === null) throw labelNameTaken(name);
    return { data: labelReply(label) };
  });
  serve(app, routes.updateDatasetLabel, async ({ params, body }) => ({ data: labelReply(await changeLabel(meta, params.label_id, body)) }));
  serve(app, routes.deleteDatasetLabel, async ({ params }) => {
    if (!(await deleteLabel(meta, labelNumber(params.label_id)))) throw labelNotFound(params.label_id);
  });
}

function assignmentRoutes(app: FastifyInstance, meta: MetaDb): void {
  const labelsReply = async (datasetId: number) => ({ data: (await labelsOfDataset(meta, datasetId)).map(labelReply) });
  serve(app, routes.listDatasetLabelsForDataset, async ({ params }) =>
    labelsReply((await findDatasetRef(meta, params.dataset_identifier)).id),
  );
  serve(app, routes.setDatasetLabelsForDataset, async ({ params, body }) => {
    const { id } = await findDatasetRef(meta, params.dataset_identifier);
    await setLabelsOfDataset(meta, id, await requireLabels(meta, body.dataset_label_ids ?? []));
    return labelsReply(id);
  });
  oneLabelRoutes(app, meta);
}

function oneLabelRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.addDatasetLabelToDataset, async ({ params }) => {
    const { id } = await findDatasetRef(meta, params.dataset_identifier);
    const label = await requireLabel(meta, params.label_id);
    await assignLabel(meta, id, label.id);
    return { data: labelReply(label) };
  });
  serve(app, routes.removeDatasetLabelFromDataset, async ({ params }) => {
    const { id } = await findDatasetRef(meta, params.dataset_identifier);
    const label = await requireLabel(meta, params.label_id);
    await unassignLabel(meta, id, label.id);
  });
}
