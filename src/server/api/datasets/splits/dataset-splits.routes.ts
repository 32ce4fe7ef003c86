import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-split.routes.ts';
import {
  SPLIT_COLOR,
  type CreateDatasetSplitBody,
  type DatasetSplit,
  type UpdateDatasetSplitBody,
} from '#contracts/datasets/dataset-split.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import {
  findDatasetRef,
  type DatasetRef,
} from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { findExamples } from '#server/stores/meta/datasets/example-ids.queries.ts';
import {
  deleteSplit,
  countMembers,
  createSplit,
  listSplits,
  updateSplit,
  type DatasetSplitRecord,
  type SplitFields,
} from '#server/stores/meta/datasets/splits.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { jsonObject } from '../../kit/request/json-object.ts';

interface SplitDeps {
  readonly meta: MetaDb;
  /** Looks at the jobs now: one was added. */
  readonly datasets: { readonly wakeJobs: () => void };
}

const TYPE = 'DatasetSplit';
const IDS_NAMED = 20;

/**
 * Splits: named parts of datasets, such as `train` and `test`. A name is one split over all
 * datasets.
 */
export function registerDatasetSplits(app: FastifyInstance, deps: SplitDeps): void {
  const { meta } = deps;
  listRoute(app, meta);
  createRoute(app, meta);
  oneSplitRoutes(app, deps);
}

function listRoute(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.listDatasetSplits, async ({ params, query }) => {
    const fromId = query.cursor === undefined ? null : decodeIdCursor(query.cursor, 'DatasetSplit');
    return splitPage(
      meta,
      await findDatasetRef(meta, params.dataset_identifier),
      query.limit ?? 10,
      fromId,
    );
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
    return {
      data: await splitReply(
        meta,
        dataset,
        await changeSplit(meta, dataset, params.split_id, body),
      ),
    };
  });
  serve(app, routes.deleteDatasetSplit, async ({ params }) => {
    await findDatasetRef(meta, params.dataset_identifier);
    if (!(await deleteSplit(meta, splitNumber(params.split_id), Date.now())))
      throw splitNotFound(params.split_id);
    datasets.wakeJobs();
  });
}

/** A split as it is in one dataset. */
async function splitReply(
  db: MetaDb,
  dataset: DatasetRef,
  split: DatasetSplitRecord,
): Promise<DatasetSplit> {
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
async function splitPage(db: MetaDb, dataset: DatasetRef, limit: number, fromId: number | null) {
  const rows = await listSplits(db, dataset, limit + 1, fromId);
  const data: DatasetSplit[] = [];
  for (const row of rows.slice(0, limit)) data.push(await splitReply(db, dataset, row));
  const next = rows[limit];
  return { data, next_cursor: next === undefined ? null : encodeGlobalId(TYPE, next.id) };
}

/**
 * Creates a split. 422 for a blank name, 404 for examples the dataset does not have, 409 for a name
 * that is taken.
 */
async function newSplit(
  db: MetaDb,
  dataset: DatasetRef,
  body: CreateDatasetSplitBody,
): Promise<DatasetSplitRecord> {
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

/**
 * Changes a split and who is in it. 422 for null or blank where there must be something, 404 for an
 * unknown split or example, 409 for a taken name.
 */
async function changeSplit(
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
    if (error instanceof AppError && error.code === 'conflict' && fields.name !== undefined)
      throw nameTaken(fields.name, error);
    throw error;
  }
}

function splitNumber(text: string): number {
  return requireGlobalId(text, TYPE, 'split_id');
}

function splitNotFound(text: string): AppError {
  return new AppError('not_found', `Dataset split with ID '${text.slice(0, 200)}' not found`);
}

function changedFields(body: UpdateDatasetSplitBody): Partial<SplitFields> {
  if (body.name === null)
    throw new AppError(
      'unprocessable',
      'name is null; give a name, or leave it out to keep the one there is.',
    );
  if (body.color === null)
    throw new AppError(
      'unprocessable',
      'color is null; give a color, or leave it out to keep the one there is.',
    );
  return {
    ...(body.name === undefined ? {} : { name: splitName(body.name) }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.color === undefined ? {} : { color: body.color }),
    ...(body.metadata === undefined ? {} : { metadata: JSON.stringify(body.metadata ?? {}) }),
  };
}

function splitName(text: string): string {
  const name = text.trim();
  if (name === '')
    throw new AppError(
      'unprocessable',
      `name is blank ('${text.slice(0, 80)}'); give the split a name.`,
    );
  if (name.includes('\0') || !name.isWellFormed())
    throw new AppError(
      'unprocessable',
      `name must be valid Unicode without NUL; got ${JSON.stringify(name).slice(0, 80)}.`,
    );
  return name;
}

async function requireExamples(
  db: MetaDb,
  dataset: DatasetRef,
  ids: readonly string[],
): Promise<readonly number[]> {
  const { numbers, missing } = await findExamples(db, dataset, ids);
  if (missing.length > 0) {
    const named = missing.slice(0, IDS_NAMED).map((id) => `'${id.slice(0, 100)}'`);
    const more = missing.length > IDS_NAMED ? ` and ${missing.length - IDS_NAMED} more` : '';
    throw new AppError(
      'not_found',
      `Examples not found in dataset '${dataset.name.slice(0, 200)}': ${named.join(', ')}${more}`,
    );
  }
  return [...numbers.values()];
}

function nameTaken(name: string, cause?: unknown): AppError {
  return new AppError(
    'conflict',
    `A dataset split named '${name.slice(0, 200)}' already exists; names are unique over all datasets.`,
    {
      cause,
    },
  );
}
