import { AppError } from '#contracts/wire/errors.ts';
import type { UpdateDatasetLabelBody } from '#contracts/datasets/dataset-label.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { findLabel, listLabels, missingLabels, updateLabel, type DatasetLabelRecord } from '#server/stores/meta/datasets/labels.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { labelReply } from '#server/api/kit/datasets/dataset-codec.ts';

const TYPE = 'DatasetLabel';

/** A page of labels, newest first. */
export async function labelPage(db: MetaDb, limit: number, fromId: number | null) {
  const rows = await listLabels(db, limit + 1, fromId);
  const next = rows[limit];
  return { data: rows.slice(0, limit).map(labelReply), next_cursor: next === undefined ? null : encodeGlobalId(TYPE, next.id) };
}

/** The label a Global ID names: 422 for what is none, 404 when there is no such label. */
export async function requireLabel(db: MetaDb, text: string): Promise<DatasetLabelRecord> {
  const label = await findLabel(db, labelNumber(text));
  if (label === null) throw labelNotFound(text);
  return label;
}

/** The numbers behind Global IDs of labels that all exist. */
export async function requireLabels(db: MetaDb, texts: readonly string[]): Promise<readonly number[]> {
  const numbers = [...new Set(texts.map((text) => labelNumber(text, 'dataset_label_ids')))];
  const missing = await missingLabels(db, numbers);
  if (missing.length > 0) throw labelNotFound(missing.map((number) => encodeGlobalId(TYPE, number)).join(', '));
  return numbers;
}

/** Changes a label. 422 when nothing would change, 404 for an unknown one, 409 for a name that is taken. */
export async function changeLabel(db: MetaDb, text: string, body: UpdateDatasetLabelBody): Promise<DatasetLabelRecord> {
  const id = labelNumber(text);
  const changes = {
    ...(body.name === undefined || body.name === null ? {} : { name: body.name }),
    ...(body.color === undefined || body.color === null ? {} : { color: body.color }),
    ...(body.description === undefined ? {} : { description: body.description }),
  };
  if (Object.keys(changes).length === 0)
    throw new AppError('unprocessable', 'Nothing to change: set name, color or description in the body.');
  try {
    const label = await updateLabel(db, id, changes);
    if (label === null) throw labelNotFound(text);
    return label;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw labelNameTaken(changes.name ?? '', error);
    throw error;
  }
}

export function labelNumber(text: string, field = 'label_id'): number {
  return requireGlobalId(text, TYPE, field);
}

export function labelNotFound(text: string): AppError {
  return new AppError('not_found', `Dataset label with ID '${text.slice(0, 1000)}' not found; GET /v1/dataset_labels lists them.`);
}

export function labelNameTaken(name: string, cause?: unknown): AppError {
  return new AppError('conflict', `A dataset label named '${name.slice(0, 200)}' already exists; choose another name.`, { cause });
}
