import type { FastifyInstance } from 'fastify';
import { DatasetIdentifierParams } from '#contracts/datasets/dataset-identifier.ts';
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
} from '#contracts/datasets/dataset-label.ts';
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
import { route } from '#server/api/kit/route/route.ts';
import {
  changeLabel,
  labelNameTaken,
  labelNotFound,
  labelNumber,
  labelPage,
  requireLabel,
  requireLabels,
} from './dataset-labels.service.ts';

const LABEL = '/v1/dataset_labels/{label_id}';
const OF_DATASET = '/v1/datasets/{dataset_identifier}/labels';
const tag = 'datasets';

/** Labels of datasets: what there is, and which dataset has which. */
export function registerDatasetLabels(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  readRoutes(app, meta);
  changeRoutes(app, meta);
  assignmentRoutes(app, meta);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/dataset_labels',
      id: 'listDatasetLabels',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'List dataset labels',
      description: 'Newest first.',
      query: DatasetLabelListParams,
      ok: { status: 200, description: 'A page of labels.', schema: DatasetLabelPage },
      errors: [],
    },
    ({ query }) => labelPage(meta, query.limit ?? 100, query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetLabel')),
  );
  route(
    app,
    {
      method: 'GET',
      path: LABEL,
      id: 'getDatasetLabel',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'Read a dataset label',
      description: 'By Global ID.',
      params: DatasetLabelParams,
      ok: { status: 200, description: 'The label.', schema: DatasetLabelReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: labelReply(await requireLabel(meta, params.label_id)) }),
  );
}

function changeRoutes(app: FastifyInstance, meta: MetaDb): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/dataset_labels',
      id: 'createDatasetLabel',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Create a dataset label',
      description: 'No dataset has it yet.',
      body: CreateDatasetLabelBody,
      bodyExample: { name: 'golden', color: '#ffc53d', description: 'Checked by hand.' },
      ok: { status: 201, description: 'The label.', schema: DatasetLabelReply },
      errors: ['conflict'],
    },
    async ({ body }) => {
      const { name, color, description } = body;
      const label = await createLabel(meta, { name, color, description: description ?? null }, Date.now());
      if (label === null) throw labelNameTaken(name);
      return { data: labelReply(label) };
    },
  );
  route(
    app,
    {
      method: 'PATCH',
      path: LABEL,
      id: 'updateDatasetLabel',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Change a dataset label',
      description: 'Absent fields stay unchanged.',
      params: DatasetLabelParams,
      body: UpdateDatasetLabelBody,
      bodyExample: { color: '#30a46c' },
      ok: { status: 200, description: 'The label.', schema: DatasetLabelReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => ({ data: labelReply(await changeLabel(meta, params.label_id, body)) }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: LABEL,
      id: 'deleteDatasetLabel',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'dataset_label.delete',
      tag,
      summary: 'Delete a dataset label',
      description: 'Every dataset that had it loses it.',
      params: DatasetLabelParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      if (!(await deleteLabel(meta, labelNumber(params.label_id)))) throw labelNotFound(params.label_id);
    },
  );
}

function assignmentRoutes(app: FastifyInstance, meta: MetaDb): void {
  const labelsReply = async (datasetId: number) => ({ data: (await labelsOfDataset(meta, datasetId)).map(labelReply) });
  route(
    app,
    {
      method: 'GET',
      path: OF_DATASET,
      id: 'listDatasetLabelsForDataset',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'List the labels of a dataset',
      description: 'All of them, newest label first.',
      params: DatasetIdentifierParams,
      ok: { status: 200, description: 'The labels.', schema: LabelsOfDatasetReply },
      errors: ['not_found'],
    },
    async ({ params }) => labelsReply((await findDatasetRef(meta, params.dataset_identifier)).id),
  );
  route(
    app,
    {
      method: 'PUT',
      path: OF_DATASET,
      id: 'setDatasetLabelsForDataset',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Set the labels of a dataset',
      description: 'Replaces the dataset’s labels with exactly these; changes nothing when one is unknown.',
      params: DatasetIdentifierParams,
      body: SetDatasetLabelsBody,
      bodyExample: { dataset_label_ids: ['RGF0YXNldExhYmVsOjE='] },
      ok: { status: 200, description: 'The labels.', schema: LabelsOfDatasetReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => {
      const { id } = await findDatasetRef(meta, params.dataset_identifier);
      await setLabelsOfDataset(meta, id, await requireLabels(meta, body.dataset_label_ids ?? []));
      return labelsReply(id);
    },
  );
  for (const method of ['PUT', 'DELETE'] as const) oneLabelRoute(app, meta, method);
}

function oneLabelRoute(app: FastifyInstance, meta: MetaDb, method: 'PUT' | 'DELETE'): void {
  const adds = method === 'PUT';
  route(
    app,
    {
      method,
      path: `${OF_DATASET}/{label_id}`,
      id: adds ? 'addDatasetLabelToDataset' : 'removeDatasetLabelFromDataset',
      access: { scopes: ['datasets:write'], workspace: true },
      ...(adds ? {} : { audit: 'dataset_label.remove' as const }),
      tag,
      summary: adds ? 'Label a dataset' : 'Take a label from a dataset',
      description: adds ? 'A no-op if the dataset has the label already.' : 'A no-op if the dataset doesn’t have the label.',
      params: LabelOfDatasetParams,
      ok: adds
        ? { status: 200, description: 'The label.', schema: DatasetLabelReply }
        : { status: 204, description: 'The dataset is without it.' },
      errors: ['not_found', 'conflict'],
    },
    async ({ params }) => {
      const { id } = await findDatasetRef(meta, params.dataset_identifier);
      const label = await requireLabel(meta, params.label_id);
      if (!adds) return await unassignLabel(meta, id, label.id);
      await assignLabel(meta, id, label.id);
      return { data: labelReply(label) };
    },
  );
}
