import type {
  AnnotationConfig,
  AnnotationConfigBody,
} from '#contracts/annotations/annotation-config.ts';
import { configProblems } from '#contracts/annotations/annotation-config-problems.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import type { AnnotationConfigRecord } from '#server/stores/meta/annotation-config-tables.ts';
import { missingConfigs } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import {
  createConfig,
  findConfig,
  replaceConfig,
  type AnnotationConfigFields,
} from '#server/stores/meta/annotation-configs/configs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { CONFIG_ID_TYPES, configFields, configReply } from './annotation-config-codec.ts';

const ID_TYPES: ReadonlySet<string> = new Set(Object.values(CONFIG_ID_TYPES));
const EXAMPLE = encodeGlobalId('CategoricalAnnotationConfig', 1);
const SHOWN_CHARS = 200;
/** Of one config, so that a page of them stays a few megabytes. */
const SETTINGS_CHARS_MAX = 64 * 1024;

/** A page of configs, and how to read them: `limit` and where to begin. */
export async function configPage(
  read: (limit: number, fromId: number | null) => Promise<readonly AnnotationConfigRecord[]>,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<{ readonly data: readonly AnnotationConfig[]; readonly next_cursor: string | null }> {
  const limit = query.limit ?? 100;
  const rows = await read(
    limit + 1,
    query.cursor === undefined ? null : cursorNumber(query.cursor),
  );
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(configReply),
    next_cursor: next === undefined ? null : encodeGlobalId(CONFIG_ID_TYPES[next.type], next.id),
  };
}

/** The config behind a Global ID or a name; 404 when there is none. */
export async function requireConfig(
  db: MetaDb,
  identifier: string,
): Promise<AnnotationConfigRecord> {
  const id = decodeGlobalId(identifier);
  const byId = id !== null && ID_TYPES.has(id.type);
  const config = await findConfig(db, byId ? { id: id.number } : { name: identifier });
  if (config === null) throw configNotFound(identifier, byId ? 'ID' : 'name');
  return config;
}

/**
 * The number behind a Global ID: 422 for a text that is none (a name too), 400 for an id of
 * something else.
 */
export function configNumber(text: string): number {
  const id = decodeGlobalId(text);
  const shown = text.slice(0, SHOWN_CHARS);
  if (id === null)
    throw new AppError(
      'unprocessable',
      `Invalid annotation config ID '${shown}': give a Global ID such as ${EXAMPLE}, as the list has it.`,
    );
  if (!ID_TYPES.has(id.type))
    throw new AppError(
      'invalid_request',
      `Invalid annotation config ID '${shown}': it is the ID of a ${id.type}. Give one such as ${EXAMPLE}.`,
    );
  return id.number;
}

/** The numbers behind Global IDs of configs that all exist, each once; 422 otherwise. */
export async function requireConfigs(
  db: MetaDb,
  texts: readonly string[],
): Promise<readonly number[]> {
  const numbers = new Map(texts.map((text) => [bulkNumber(text), text]));
  const missing = await missingConfigs(db, [...numbers.keys()]);
  if (missing.length === 0) return [...numbers.keys()];
  const shown = missing.map((number) => `'${numbers.get(number)}'`).join(', ');
  throw new AppError(
    'unprocessable',
    `body.annotation_config_ids names configs that do not exist: ${shown.slice(0, 1000)}. GET /v1/annotation_configs lists them.`,
  );
}

/**
 * Stores a new config. 400 for content that makes no sense, 409 for a name that is taken or
 * reserved.
 */
export async function addConfig(
  db: MetaDb,
  body: AnnotationConfigBody,
): Promise<AnnotationConfigRecord> {
  const config = await createConfig(db, checkedFields(body), Date.now());
  if (config === null) throw nameTaken(body.name);
  return config;
}

/**
 * Makes a config another one, all but its number. As `addConfig`, and 404 when there is no such
 * config.
 */
export async function changeConfig(
  db: MetaDb,
  identifier: string,
  body: AnnotationConfigBody,
): Promise<AnnotationConfigRecord> {
  const id = configNumber(identifier);
  const fields = checkedFields(body);
  const config = await replaceConfig(db, id, fields, Date.now()).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'conflict'
      ? nameTaken(body.name, error)
      : error;
  });
  if (config === null) throw configNotFound(identifier, 'ID');
  return config;
}

export function configNotFound(identifier: string, by: 'ID' | 'name'): AppError {
  return new AppError(
    'not_found',
    `Annotation config with ${by} '${identifier.slice(0, SHOWN_CHARS)}' not found; GET /v1/annotation_configs lists them.`,
  );
}

function checkedFields(body: AnnotationConfigBody): AnnotationConfigFields {
  if (body.name === NOTE_NAME)
    throw new AppError(
      'conflict',
      `The name '${NOTE_NAME}' is reserved for notes; choose another name for the annotation config.`,
    );
  const [problem] = configProblems(body, (path) => `body.${path}`);
  if (problem !== undefined) throw new AppError('invalid_request', problem.message);
  const fields = configFields(body);
  if (fields.settings.length > SETTINGS_CHARS_MAX)
    throw new AppError(
      'invalid_request',
      `body.values are ${fields.settings.length} characters; at most ${SETTINGS_CHARS_MAX} are stored.`,
    );
  return fields;
}

function bulkNumber(text: string): number {
  const id = decodeGlobalId(text);
  if (id !== null && ID_TYPES.has(id.type)) return id.number;
  throw new AppError(
    'unprocessable',
    `body.annotation_config_ids: '${text.slice(0, SHOWN_CHARS)}' is no Global ID of an annotation config; names are not taken here. An example is ${EXAMPLE}.`,
  );
}

function cursorNumber(cursor: string): number {
  const id = decodeGlobalId(cursor);
  if (id !== null && ID_TYPES.has(id.type)) return id.number;
  throw new AppError(
    'unprocessable',
    `Invalid cursor: '${cursor.slice(0, SHOWN_CHARS)}'. Pass next_cursor of the reply before.`,
  );
}

function nameTaken(name: string, cause?: unknown): AppError {
  return new AppError(
    'conflict',
    `An annotation config named '${name.slice(0, SHOWN_CHARS)}' already exists; choose another name.`,
    {
      cause,
    },
  );
}
