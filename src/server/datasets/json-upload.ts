import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { AppError } from '#contracts/wire/errors.ts';
import { BATCH_BYTES_MAX, BATCH_ROWS_MAX, type DatasetRow } from '#core/dataset/dataset-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import {
  uploadAction,
  uploadDescription,
  uploadName,
  splitNames,
} from '#core/dataset/upload-fields.ts';
import { DEFAULT_FILE_LIMITS, tooManyRows, type FileLimits } from '#server/files/file-limits.ts';
import { contentHash } from './content-hash.ts';
import { JsonScanner } from './json-scanner.ts';
import type { OpenUpload, UploadBody } from './open-upload.ts';

const BOM = [0xef, 0xbb, 0xbf];
const OPEN_OBJECT = 0x7b;

/** The members of a body: small ones as values, lists of contents as places in the bytes. */
interface Members {
  readonly values: Map<string, unknown>;
  /** Start and end of each content, one after the other; null for a list that is absent. */
  readonly contents: Map<string, Float64Array | null>;
}

/**
 * Opens an upload that is one JSON document. Rejects with `invalid_request` for what is not JSON,
 * `unprocessable` for a field that will not do.
 */
export async function openJsonUpload(
  { path }: UploadBody,
  { recordBytesMax, rowsMax }: FileLimits = DEFAULT_FILE_LIMITS,
): Promise<OpenUpload> {
  const bytes = await readFile(path);
  if (!isUtf8(bytes))
    throw new AppError('invalid_request', 'The body is not valid JSON: it is not UTF-8.');
  const scanner = new JsonScanner(
    bytes,
    BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0,
  );
  const { values, contents } = readMembers(scanner);
  const head = {
    name: uploadName(values.get('name')),
    action: uploadAction(values.get('action')),
    description: uploadDescription(values.get('description')),
    splitsGiven: (values.get('splits') ?? null) !== null,
  };
  const inputs = contents.get('inputs') ?? null;
  if (inputs === null)
    throw new AppError(
      'unprocessable',
      'inputs is required: a list of objects, one for each example.',
    );
  const rowsTotal = inputs.length / 2;
  if (rowsTotal > rowsMax) throw tooManyRows(rowsMax);
  for (const field of ['outputs', 'metadata']) {
    const length = contents.get(field)?.length;
    if (length !== undefined && length > 0) assertLength(field, length / 2, rowsTotal);
  }
  const splits = splitsList(values.get('splits'));
  const spanIds = idList('span_ids', values.get('span_ids'));
  const exampleIds = idList('example_ids', values.get('example_ids'));
  for (const [field, list] of Object.entries({
    splits,
    span_ids: spanIds,
    example_ids: exampleIds,
  }))
    if (list !== null) assertLength(field, list.length, rowsTotal);
  if (exampleIds !== null) assertUnique(exampleIds);
  assertSizes(rowsTotal, [...contents.values()], recordBytesMax);
  const text = (field: string, index: number): string => {
    const places = contents.get(field) ?? null;
    if (places === null || places.length === 0) return '{}';
    return scanner.text({ start: places[2 * index] ?? 0, end: places[2 * index + 1] ?? 0 });
  };
  const rowAt = (index: number): DatasetRow => {
    const content = {
      input: text('inputs', index),
      output: text('outputs', index),
      metadata: text('metadata', index),
    };
    return {
      ...content,
      line: index + 1,
      hash: contentHash(index + 1, content),
      exampleId: exampleIds?.[index] ?? null,
      splits: splits?.[index] ?? [],
      spanId: spanIds?.[index]?.toLowerCase() ?? null,
    };
  };
  return { head, rowsTotal, rows: batchesOf(rowsTotal, rowAt), leftOutLines: () => null };
}

function readMembers(scanner: JsonScanner): Members {
  const values = new Map<string, unknown>();
  const contents = new Map<string, Float64Array | null>();
  if (scanner.peek() !== OPEN_OBJECT)
    throw new AppError(
      'unprocessable',
      'The body must be a JSON object with name, inputs, and what else the upload has.',
    );
  scanner.object((name) => {
    if (name === 'inputs' || name === 'outputs' || name === 'metadata')
      contents.set(name, contentPlaces(scanner, name));
    else values.set(name, scanner.parse(scanner.value()));
  });
  scanner.end();
  return { values, contents };
}

/**
 * The positions of a list of objects. An empty value of any kind (`null`, `false`, `""`, `{}`)
 * counts as absent, unless the list is required.
 */
function contentPlaces(scanner: JsonScanner, field: string): Float64Array | null {
  if (scanner.peek() !== 0x5b) {
    const value = scanner.parse(scanner.value());
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0);
    if (isEmpty && field !== 'inputs') return null;
    throw new AppError(
      'unprocessable',
      `${field} must be a list of objects, one for each example; got ${shown(value)}.`,
    );
  }
  let places = new Float64Array(2_048);
  let length = 0;
  scanner.list(({ start, end }, firstByte) => {
    if (firstByte !== OPEN_OBJECT) {
      const got = scanner.text({ start, end: Math.min(end, start + 80) });
      throw new AppError('unprocessable', `${field}.${length / 2} must be an object; got ${got}.`);
    }
    if (length === places.length) {
      const grown = new Float64Array(2 * length);
      grown.set(places);
      places = grown;
    }
    places[length] = start;
    places[length + 1] = end;
    length += 2;
  });
  return places.subarray(0, length);
}

/** Rows in batches, read on demand. */
async function* batchesOf(
  rowsTotal: number,
  rowAt: (index: number) => DatasetRow,
): AsyncGenerator<readonly DatasetRow[]> {
  let batch: DatasetRow[] = [];
  let chars = 0;
  for (let index = 0; index < rowsTotal; index += 1) {
    const row = rowAt(index);
    batch.push(row);
    chars += row.input.length + row.output.length + row.metadata.length;
    if (batch.length < BATCH_ROWS_MAX && chars < BATCH_BYTES_MAX) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

function assertLength(field: string, length: number, rowsTotal: number): void {
  if (length !== rowsTotal)
    throw new AppError(
      'unprocessable',
      `${field} must have the same length as inputs: it has ${length} items, inputs has ${rowsTotal}.`,
    );
}

/**
 * Measured by the bytes of the request. A row too large for a file could not be imported again
 * after an export.
 */
function assertSizes(
  rowsTotal: number,
  lists: readonly (Float64Array | null)[],
  bytesMax: number,
): void {
  for (let index = 0; index < rowsTotal; index += 1) {
    let bytes = 0;
    for (const places of lists)
      bytes += (places?.[2 * index + 1] ?? 0) - (places?.[2 * index] ?? 0);
    if (bytes > bytesMax)
      throw new RowError(
        index + 1,
        `Row ${index + 1} (inputs.${index}) has ${bytes} bytes; an example may have ${bytesMax}. Split it into several, or leave large values out.`,
      );
  }
}

function assertUnique(exampleIds: readonly (string | null)[]): void {
  const seen = new Set<string>();
  exampleIds.forEach((id, index) => {
    if (id === null) return;
    if (seen.has(id))
      throw new AppError(
        'unprocessable',
        `example_ids.${index} is '${id.slice(0, 80)}', which is there twice; each id can be used once.`,
      );
    seen.add(id);
  });
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}

/**
 * A list of ids, one for each row, without the blanks round them: null for none, and for a blank
 * one. Null when there is no list at all.
 */
function idList(field: string, value: unknown): readonly (string | null)[] | null {
  if (value === undefined || value === null) return null;
  return listOf(field, value).map((item, index) => {
    if (item === null) return null;
    if (typeof item !== 'string') throw wrong(`${field}.${index}`, 'a text or null', item);
    if (!item.isWellFormed()) throw wrong(`${field}.${index}`, 'valid Unicode', item);
    return item.trim() || null;
  });
}

/** The splits of each row; null when there is no list at all. */
function splitsList(value: unknown): readonly (readonly string[])[] | null {
  if (value === undefined || value === null) return null;
  return listOf('splits', value).map((item, index) => {
    const names = typeof item === 'string' ? [item] : (item ?? []);
    if (!Array.isArray(names))
      throw wrong(`splits.${index}`, 'a text, a list of texts, or null', item);
    return splitNames(`splits.${index}`, names);
  });
}

function listOf(field: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(field, 'a list, one item for each example', value);
  return value;
}

function wrong(field: string, expected: string, value: unknown): AppError {
  return new AppError(
    'unprocessable',
    `${field} must be ${expected}; got ${JSON.stringify(value).slice(0, 80)}.`,
  );
}
