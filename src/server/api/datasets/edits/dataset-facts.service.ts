import type { Static } from 'typebox';
import type { UpdateDatasetBody } from '#contracts/datasets/dataset-edit.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { updateDataset, type DatasetFacts } from '#server/stores/meta/datasets/dataset-facts.queries.ts';
import type { DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { findShownDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { datasetReply } from '#server/api/kit/datasets/dataset-codec.ts';
import { EDIT_WAIT_MS, type DatasetEditor } from '#server/api/kit/datasets/dataset-editor.ts';

/**
 * Changes what a dataset says of itself. 409 for a name that is taken. Changes of its examples are lined up by its name, so a new name waits for those that
 * are under way.
 */
export async function changeDataset(
  db: MetaDb,
  editor: DatasetEditor,
  dataset: DatasetRef,
  body: Static<typeof UpdateDatasetBody>,
): Promise<Dataset> {
  const name = body.name?.trim();
  if (name === '') throw new AppError('unprocessable', 'name is blank; give the dataset a name, or leave it out to keep the one there is.');
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.metadata === undefined ? {} : { metadata: JSON.stringify(body.metadata ?? {}) }),
  };
  const update = () => updated(db, dataset, changes);
  return name === undefined || name === dataset.name ? update() : editor.alone(dataset, EDIT_WAIT_MS, update);
}

async function updated(db: MetaDb, dataset: DatasetRef, changes: Partial<DatasetFacts>): Promise<Dataset> {
  try {
    const row = (await updateDataset(db, dataset.id, changes)) ? await findShownDataset(db, dataset.id) : null;
    if (row === null) throw new AppError('not_found', `Dataset '${dataset.name.slice(0, 200)}' was deleted meanwhile.`);
    return datasetReply(row);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict')
      throw new AppError('conflict', `A dataset named '${(changes.name ?? '').slice(0, 200)}' already exists; choose another name.`, {
        cause: error,
      });
    throw error;
  }
}
