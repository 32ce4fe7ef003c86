import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  snappyUncompress,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  type ParquetParsers,
  type SchemaTree,
} from 'hyparquet';
import { AppError } from '#contracts/wire/errors.ts';
import { JSON_DEPTH_MAX } from '#core/dataset/canonical-json.ts';
import { assertHeader } from '#core/dataset/column-assignment.ts';
import { BATCH_ROWS_MAX } from '#core/dataset/dataset-row.ts';
import { exactWholeNumber, parseExactJson } from '#core/dataset/exact-json.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { dateText, momentText } from '#server/files/arrow-time.ts';
import { tooManyBytes, tooManyRows, type FileLimits } from '#server/files/file-limits.ts';
import type { FileRange } from '#server/files/file-range.ts';
import { lz4Block } from '#server/files/lz4.ts';
import { unreadableFile } from '#server/files/unreadable-file.ts';

/** A Parquet file whose directory was read; its records are still to be. */
export interface OpenParquet {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Once. Values of the wanted columns alone. */
  records(wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]>;
}

type ParquetLimits = Pick<FileLimits, 'batchBytesMax' | 'inflatedBytesMax' | 'rowsMax'>;

/**
 * Rows of a row group; and its values: rows times columns, or those of one column with its lists.
 */
const GROUP_ROWS_MAX = 2_000_000;
const GROUP_VALUES_MAX = 20_000_000;
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Opens a Parquet file by reading the directory at its end. One row group is in memory at a time.
 * Rejects with `unprocessable` for files that are not Parquet, and for row groups too large to be
 * read whole. As with Arrow, run it where it can be stopped from outside.
 */
export async function openParquet(range: FileRange, limits: ParquetLimits): Promise<OpenParquet> {
  const { batchBytesMax: groupBytesMax } = limits;
  const metadata = await withFile(range, DIRECTORY_BYTES_MAX + 8, (file) =>
    refusing(() => directory(file)),
  );
  const columns = await refusing(() => checkedColumns(metadata, limits));
  return {
    columns,
    rows: Number(metadata.num_rows),
    records: (wanted) => parquetRecords({ range, metadata, groupBytesMax }, wanted),
  };
}

/** The names of the columns of a directory that promises nothing that cannot be, or is too much. */
function checkedColumns(metadata: FileMetaData, limits: ParquetLimits): readonly string[] {
  const tree = parquetSchema(metadata);
  assertHarmless(tree.children.flatMap(({ children }) => children));
  const columns = columnNames(tree);
  if (columns.some((name) => typeof name !== 'string')) throw notParquet('a column without a name');
  assertHeader(columns);
  assertCounts(metadata, columns.length);
  assertSizes(metadata, limits);
  return columns;
}

function columnNames(tree: SchemaTree): string[] {
  return tree.children.map(({ element }) => element.name);
}

function assertSizes(
  { row_groups: groups, num_rows: rows }: FileMetaData,
  limits: ParquetLimits,
): void {
  let total = 0n;
  for (const { total_byte_size: bytes } of groups) {
    if (typeof bytes !== 'bigint' || bytes < 0n)
      throw notParquet('a row group that does not say how many bytes it has');
    if (bytes > BigInt(limits.batchBytesMax))
      throw notParquet(
        `a row group of ${bytes} bytes; at most ${limits.batchBytesMax} are read at once. Write smaller ones, such as of 10,000 rows`,
      );
    total += bytes;
  }
  if (rows > BigInt(limits.rowsMax)) throw tooManyRows(limits.rowsMax);
  if (total > BigInt(limits.inflatedBytesMax)) throw tooManyBytes(limits.inflatedBytesMax);
}

/**
 * Code that allocates memory trusts counts, and nulls or one value repeated take no bytes: a few
 * bytes can claim billions. Row groups of a million rows are usual, wide ones are smaller.
 */
function assertCounts(
  { row_groups: groups, num_rows: total }: FileMetaData,
  columns: number,
): void {
  let rows = 0n;
  for (const { num_rows: own, columns: chunks } of groups) {
    if (typeof own !== 'bigint')
      throw notParquet('a row group that does not say how many rows it has');
    rows += own;
    if (
      own < 0n ||
      own > BigInt(GROUP_ROWS_MAX) ||
      own * BigInt(Math.max(columns, 1)) > BigInt(GROUP_VALUES_MAX)
    )
      throw notParquet(
        `a row group of ${own} rows and ${columns} columns; at most ${GROUP_ROWS_MAX} rows and ${GROUP_VALUES_MAX} values are read at once. Write smaller ones`,
      );
    for (const { meta_data: chunk } of chunks)
      if (
        typeof chunk?.num_values !== 'bigint' ||
        chunk.num_values < 0n ||
        chunk.num_values > BigInt(GROUP_VALUES_MAX)
      )
        throw notParquet(
          `a column of ${chunk?.num_values ?? 'unknown'} values in a row group; at most ${GROUP_VALUES_MAX} are read at once`,
        );
  }
  if (rows !== total)
    throw notParquet(`${rows} rows in its row groups, where its directory says ${total}`);
}

async function directory(file: AsyncBuffer): Promise<FileMetaData> {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8)));
  if (end.byteLength < 8 || end.getUint32(4, true) !== 0x31_52_41_50)
    throw notParquet('no PAR1 at its end: it is cut off, or of another Content-Type');
  if (end.getUint32(0, true) > DIRECTORY_BYTES_MAX)
    throw notParquet(`a directory of more than ${DIRECTORY_BYTES_MAX} bytes`);
  return parquetMetadataAsync(file);
}

interface ParquetSource {
  readonly range: FileRange;
  readonly metadata: FileMetaData;
  readonly groupBytesMax: number;
}

async function* parquetRecords(
  source: ParquetSource,
  wanted: ReadonlySet<string>,
): AsyncGenerator<readonly FileRecord[]> {
  const columns = columnNames(parquetSchema(source.metadata)).filter((name) => wanted.has(name));
  let start = 0;
  for (const group of source.metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const rows = await withFile(source.range, source.groupBytesMax, (file) =>
      refusing(() => rowsOf(source, file, columns, [start, end])),
    );
    for (let from = 0; from < rows.length; from += BATCH_ROWS_MAX)
      yield await refusing(() =>
        rows
          .slice(from, from + BATCH_ROWS_MAX)
          .map((row, index) => recordOf(columns, row, start + from + index + 1)),
      );
    start = end;
  }
}

async function rowsOf(
  { metadata, groupBytesMax }: ParquetSource,
  file: AsyncBuffer,
  columns: string[],
  [rowStart, rowEnd]: readonly [number, number],
): Promise<readonly unknown[][]> {
  if (columns.length === 0) return Array.from({ length: rowEnd - rowStart }, () => []);
  let rows: readonly unknown[][] = [];
  await parquetRead({
    file,
    metadata,
    columns,
    rowStart,
    rowEnd,
    rowFormat: 'array',
    utf8: false,
    compressors: compressors(groupBytesMax),
    parsers: parsers(metadata),
    onComplete: (read: unknown[][]) => {
      rows = read;
    },
  });
  return rows;
}

function recordOf(columns: readonly string[], row: readonly unknown[], line: number): FileRecord {
  const values = new PlainObject();
  columns.forEach((column, index) => (values[column] = jsonOf(row[index])));
  return { line, values };
}

/** The library's values as JSON: null for values without a JSON form, text for bytes. */
function jsonOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return exactWholeNumber(value);
  if (value instanceof Uint8Array)
    return isUtf8(value)
      ? Buffer.from(value).toString('utf8')
      : Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof ParsedJson) return value.value;
  const object = new PlainObject();
  for (const [key, item] of Object.entries(value)) object[key] = jsonOf(item);
  return object;
}

/** A JSON column's value, so that `jsonOf` does not walk what is JSON already. */
class ParsedJson {
  readonly value: JsonValue;

  constructor(bytes: Uint8Array) {
    this.value = parseExactJson(Buffer.from(bytes).toString('utf8'));
  }
}

function parsers({ schema }: FileMetaData): Partial<ParquetParsers> {
  const isWallClock = schema.every(
    ({ logical_type: type }) => type?.type !== 'TIMESTAMP' || !type.isAdjustedToUTC,
  );
  const moment = (perSecond: bigint) => (value: bigint | null) =>
    value === null ? null : `${momentText(value, perSecond)}${isWallClock ? '' : '+00:00'}`;
  return {
    timestampFromMilliseconds: moment(1_000n),
    timestampFromMicroseconds: moment(1_000_000n),
    timestampFromNanoseconds: moment(1_000_000_000n),
    dateFromDays: (days) => dateText(BigInt(days), 1n),
    jsonFromBytes: (bytes) =>
      bytes === undefined || bytes === null ? null : new ParsedJson(bytes),
  };
}

/**
 * Each bounded by the size the page claims, and all pages of a row group together by the most that
 * one may have.
 */
function compressors(bytesMax: number): Compressors {
  let inflated = 0;
  const bounded =
    (inflate: (bytes: Uint8Array, length: number) => Uint8Array) =>
    (bytes: Uint8Array, length: number) => {
      inflated += length;
      if (!(length >= 0) || inflated > bytesMax)
        throw notParquet(
          `pages of ${inflated} bytes and more in a row group, which it does not say`,
        );
      return inflate(bytes, length);
    };
  const limit = (length: number) => ({ maxOutputLength: Math.max(1, length) });
  return {
    GZIP: bounded((bytes, length) => gunzipSync(bytes, limit(length))),
    BROTLI: bounded((bytes, length) => brotliDecompressSync(bytes, limit(length))),
    ZSTD: bounded((bytes, length) => zstdDecompressSync(bytes, limit(length))),
    LZ4_RAW: bounded(lz4Block),
    SNAPPY: bounded((bytes, length) => {
      const page = new Uint8Array(length);
      snappyUncompress(bytes, page);
      return page;
    }),
  };
}

/** Structures are made as plain objects, on which this key would not be data. */
function assertHarmless(nested: readonly SchemaTree[], depth = 1): void {
  if (depth > JSON_DEPTH_MAX)
    throw notParquet(`structures nested more than ${JSON_DEPTH_MAX} levels deep`);
  for (const { element, children } of nested) {
    if (element.name === '__proto__') throw notParquet('a structure with a field named __proto__');
    assertHarmless(children, depth + 1);
  }
}

interface FilePart {
  readonly from: number;
  readonly length: number;
}

/**
 * The part of a file that its directory speaks of; null when it lies, or asks for more than may be
 * held.
 */
function partOf(from: number, to: number, byteLength: number, bytesMax: number): FilePart | null {
  const first = Math.max(from, 0);
  const length = Math.min(to, byteLength) - first;
  return Number.isSafeInteger(first) && length >= 0 && length <= bytesMax
    ? { from: first, length }
    : null;
}

async function readPart(
  handle: FileHandle,
  start: number,
  part: FilePart | null,
): Promise<ArrayBuffer> {
  if (part === null)
    throw notParquet('a part that lies outside the file, or is larger than a row group may be');
  const bytes = new Uint8Array(part.length);
  const { bytesRead } = await handle.read(bytes, 0, part.length, start + part.from);
  return bytes.buffer.slice(0, bytesRead);
}

async function withFile<T>(
  { path, start, end }: FileRange,
  bytesMax: number,
  work: (file: AsyncBuffer) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r');
  const byteLength = end - start;
  try {
    return await work({
      byteLength,
      slice: (from, to = byteLength) => {
        const part = readPart(handle, start, partOf(from, to, byteLength, bytesMax));
        // Several reads run concurrently, and only the first failure is awaited.
        part.catch(() => undefined);
        return part;
      },
    });
  } finally {
    await handle.close();
  }
}

function notParquet(what: string): AppError {
  return new AppError('unprocessable', `The file is not a valid Parquet file: it has ${what}.`);
}

async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unreadableFile('Parquet file', error);
  }
}
