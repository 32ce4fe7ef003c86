import {
  SPLIT_COLOR,
  type CreateDatasetSplitBody,
  type DatasetSplit,
  type UpdateDatasetSplitBody,
} from '#contracts/datasets/dataset-split.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import type { DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { findExamples } from '#server/stores/meta/datasets/example-ids.queries.ts';
import {
  countMembers,
  createSplit,
  listSplits,
  updateSplit,
  type DatasetSplitRecord,
  type SplitFields,
} from '#server/stores/meta/datasets/splits.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { jsonObject } from '#server/api/kit/request/json-object.ts';

const TYPE = 'DatasetSplit';
const IDS_NAMED = 20;

/** A split as it is in one dataset. */
export async function splitReply(db: MetaDb, dataset: DatasetRef, split: DatasetSplitRecord): Promise<DatasetSplit> {
  return {
    id: encodeGlobalId(TYPE, split.id),
    name: split.name,
    description: split.description,
    color: split.color,
    metadata: jsonObject(split.metadata),
    example_count: await countMembers(db, dataset, split.id),
    created_at: isoFromUnixMs(split.created_at_ms),
    updated_at: isoFromUnixMs(split.updated_at_ms),
  };
}

/** A page of the splits that have an example of the dataset, newest first. */
export async function splitPage(db: MetaDb, dataset: DatasetRef, limit: number, fromId: number | null) {
  const rows = await listSplits(db, dataset, limit + 1, fromId);
  const data: DatasetSplit[] = [];
  for (const row of rows.slice(0, limit)) data.push(await splitReply(db, dataset, row));
  const next = rows[limit];
  return { data, next_cursor: next === undefined ? null : encodeGlobalId(TYPE, next.id) };
}

/** Creates a split. 422 for a blank name, 404 for examples the dataset does not have, 409 for a name that is taken. */
export async function newSplit(db: MetaDb, dataset: DatasetRef, body: CreateDatasetSplitBody): Promise<DatasetSplitRecord> {
  const name = splitName(body.name);
  const examples = await requireExamples(db, dataset, body.example_ids ?? []);
  const fields = {
    name,
    description: body.description ?? null,
    color: body.color ?? SPLIT_COLOR,
    metadata: JSON.stringify(body.metadata ?? {}),
  };
  const split = await createSplit(db, fields, examples, Date.now());
  if (split === null) throw nameTaken(name);
  return split;
}

/** Changes a split and who is in it. 422 for null or blank where there must be something, 404 for an unknown split or example, 409 for a taken name. */
export async function changeSplit(
  db: MetaDb,
  dataset: DatasetRef,
  splitId: string,
  body: UpdateDatasetSplitBody,
): Promise<DatasetSplitRecord> {
  const id = splitNumber(splitId);
  const fields = changedFields(body);
  const add = await requireExamples(db, dataset, body.add_example_ids ?? []);
  const remove = await requireExamples(db, dataset, body.remove_example_ids ?? []);
  try {
    const split = await updateSplit(db, id, { fields, add, remove }, Date.now());
    if (split === null) throw splitNotFound(splitId);
    return split;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict' && fields.name !== undefined) throw nameTaken(fields.name, error);
    throw error;
  }
}

export function splitNumber(text: string): number {
  return requireGlobalId(text, TYPE, 'split_id');
}

export function splitNotFound(text: string): AppError {
  return new AppError('not_found', `Dataset split with ID '${text.slice(0, 200)}' not found`);
}

function changedFields(body: UpdateDatasetSplitBody): Partial<SplitFields> {
  if (body.name === null) throw new AppError('unprocessable', 'name is null; give a name, or leave it out to keep the one there is.');
  if (body.color === null) throw new AppError('unprocessable', 'color is null; give a color, or leave it out to keep the one there is.');
  return {
    ...(body.name === undefined ? {} : { name: splitName(body.name) }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.color === undefined ? {} : { color: body.color }),
    ...(body.metadata === undefined ? {} : { metadata: JSON.stringify(body.metadata ?? {}) }),
  };
}

function splitName(text: string): string {
  const name = text.trim();
  if (name === '') throw new AppError('unprocessable', `name is blank ('${text.slice(0, 80)}'); give the split a name.`);
  if (name.includes('\0') || !name.isWellFormed())
    throw new AppError('unprocessable', `name must be valid Unicode without NUL; got ${JSON.stringify(name).slice(0, 80)}.`);
  return name;
}

async function requireExamples(db: MetaDb, dataset: DatasetRef, ids: readonly string[]): Promise<readonly number[]> {
  const { numbers, missing } = await findExamples(db, dataset, ids);
  if (missing.length > 0) {
    const named = missing.slice(0, IDS_NAMED).map((id) => `'${id.slice(0, 100)}'`);
    const more = missing.length > IDS_NAMED ? ` and ${missing.length - IDS_NAMED} more` : '';
    throw new AppError('not_found', `Examples not found in dataset '${dataset.name.slice(0, 200)}': ${named.join(', ')}${more}`);
  }
  return [...numbers.values()];
}

function nameTaken(name: string, cause?: unknown): AppError {
  return new AppError('conflict', `A dataset split named '${name.slice(0, 200)}' already exists; names are unique over all datasets.`, {
    cause,
  });
}
