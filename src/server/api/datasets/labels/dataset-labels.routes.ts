import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-label.routes.ts';
import type { UpdateDatasetLabelBody } from '#contracts/datasets/dataset-label.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { labelReply } from '#server/api/kit/datasets/dataset-codec.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import {
  assignLabel,
  createLabel,
  deleteLabel,
  labelsOfDataset,
  setLabelsOfDataset,
  unassignLabel,
  findLabel,
  listLabels,
  missingLabels,
  updateLabel,
  type DatasetLabelRecord,
} from '#server/stores/meta/datasets/labels.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

const TYPE = 'DatasetLabel';

/** Labels of datasets: what there is, and which dataset has which. */
export function registerDatasetLabels(
  app: FastifyInstance,
  { meta }: { readonly meta: MetaDb },
): void {
  readRoutes(app, meta);
  changeRoutes(app, meta);
  assignmentRoutes(app, meta);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.listDatasetLabels, ({ query }) =>
    labelPage(
      meta,
      query.limit ?? 100,
      query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetLabel'),
    ),
  );
  serve(app, routes.getDatasetLabel, async ({ params }) => ({
    data: labelReply(await requireLabel(meta, params.label_id)),
  }));
}

function changeRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.createDatasetLabel, async ({ body }) => {
    const { name, color, description } = body;
    const label = await createLabel(
      meta,
      { name, color, description: description ?? null },
      Date.now(),
    );
    if (label === null) throw labelNameTaken(name);
    return { data: labelReply(label) };
  });
  serve(app, routes.updateDatasetLabel, async ({ params, body }) => ({
    data: labelReply(await changeLabel(meta, params.label_id, body)),
  }));
  serve(app, routes.deleteDatasetLabel, async ({ params }) => {
    if (!(await deleteLabel(meta, labelNumber(params.label_id))))
      throw labelNotFound(params.label_id);
  });
}

function assignmentRoutes(app: FastifyInstance, meta: MetaDb): void {
  const labelsReply = async (datasetId: number) => ({
    data: (await labelsOfDataset(meta, datasetId)).map(labelReply),
  });
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

/** A page of labels, newest first. */
async function labelPage(db: MetaDb, limit: number, fromId: number | null) {
  const rows = await listLabels(db, limit + 1, fromId);
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(labelReply),
    next_cursor: next === undefined ? null : encodeGlobalId(TYPE, next.id),
  };
}

/** The label a Global ID names: 422 for what is none, 404 when there is no such label. */
async function requireLabel(db: MetaDb, text: string): Promise<DatasetLabelRecord> {
  const label = await findLabel(db, labelNumber(text));
  if (label === null) throw labelNotFound(text);
  return label;
}

/** The numbers behind Global IDs of labels that all exist. */
async function requireLabels(db: MetaDb, texts: readonly string[]): Promise<readonly number[]> {
  const numbers = [...new Set(texts.map((text) => labelNumber(text, 'dataset_label_ids')))];
  const missing = await missingLabels(db, numbers);
  if (missing.length > 0)
    throw labelNotFound(missing.map((number) => encodeGlobalId(TYPE, number)).join(', '));
  return numbers;
}

/**
 * Changes a label. 422 when nothing would change, 404 for an unknown one, 409 for a name that is
 * taken.
 */
async function changeLabel(
  db: MetaDb,
  text: string,
  body: UpdateDatasetLabelBody,
): Promise<DatasetLabelRecord> {
  const id = labelNumber(text);
  const changes = {
    ...(body.name === undefined || body.name === null ? {} : { name: body.name }),
    ...(body.color === undefined || body.color === null ? {} : { color: body.color }),
    ...(body.description === undefined ? {} : { description: body.description }),
  };
  if (Object.keys(changes).length === 0)
    throw new AppError(
      'unprocessable',
      'Nothing to change: set name, color or description in the body.',
    );
  try {
    const label = await updateLabel(db, id, changes);
    if (label === null) throw labelNotFound(text);
    return label;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict')
      throw labelNameTaken(changes.name ?? '', error);
    throw error;
  }
}

function labelNumber(text: string, field = 'label_id'): number {
  return requireGlobalId(text, TYPE, field);
}

function labelNotFound(text: string): AppError {
  return new AppError(
    'not_found',
    `Dataset label with ID '${text.slice(0, 1000)}' not found; GET /v1/dataset_labels lists them.`,
  );
}

function labelNameTaken(name: string, cause?: unknown): AppError {
  return new AppError(
    'conflict',
    `A dataset label named '${name.slice(0, 200)}' already exists; choose another name.`,
    { cause },
  );
}
