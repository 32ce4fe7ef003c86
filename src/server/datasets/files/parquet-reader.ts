import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetMetadataAsync, parquetRead, parquetSchema, snappyUncompress } from 'hyparquet';
import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers, SchemaTree } from 'hyparquet';
import { AppError } from '#contracts/errors.ts';
import { assertHeader } from '#core/dataset/column-assignment.ts';
import { BATCH_ROWS_MAX } from '#core/dataset/dataset-row.ts';
import { exactWholeNumber, parseExactJson } from '#core/dataset/exact-json.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { dateText, momentText } from '#server/files/arrow-time.ts';
import type { FileRange } from '#server/files/file-range.ts';

/** A Parquet file whose directory was read; its records are still to be. */
export interface OpenParquet {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Once. Values of the wanted columns alone. */
  records(wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]>;
}

const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Opens a Parquet file by reading the directory at its end. One row group is in memory at a time. Rejects with `unprocessable` for what is
 * not Parquet, and for row groups too large to be read whole. As with Arrow, somebody should be able to stop it from outside.
 */
export async function openParquet(range: FileRange, groupBytesMax: number): Promise<OpenParquet> {
  const metadata = await withFile(range, (file) => refusing(() => directory(file)));
  const tree = parquetSchema(metadata);
  assertHarmless(tree.children.flatMap(({ children }) => children));
  const columns = tree.children.map(({ element }) => element.name);
  assertHeader(columns);
  for (const group of metadata.row_groups)
    if (group.total_byte_size > BigInt(groupBytesMax))
      throw notParquet(
        `a row group of ${group.total_byte_size} bytes; at most ${groupBytesMax} are read at once. Write smaller ones, such as of 10,000 rows`,
      );
  return { columns, rows: Number(metadata.num_rows), records: (wanted) => parquetRecords({ range, metadata, groupBytesMax }, wanted) };
}

async function directory(file: AsyncBuffer): Promise<FileMetaData> {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8)));
  if (end.byteLength < 8 || end.getUint32(4, true) !== 0x31_52_41_50) throw notParquet('no PAR1 at its end');
  if (end.getUint32(0, true) > DIRECTORY_BYTES_MAX) throw notParquet(`a directory of more than ${DIRECTORY_BYTES_MAX} bytes`);
  return parquetMetadataAsync(file);
}

interface ParquetSource {
  readonly range: FileRange;
  readonly metadata: FileMetaData;
  readonly groupBytesMax: number;
}

async function* parquetRecords(source: ParquetSource, wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]> {
  const columns = parquetSchema(source.metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => wanted.has(name));
  let start = 0;
  for (const group of source.metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const rows = await withFile(source.range, (file) => refusing(() => rowsOf(source, file, columns, [start, end])));
    for (let from = 0; from < rows.length; from += BATCH_ROWS_MAX)
      yield rows.slice(from, from + BATCH_ROWS_MAX).map((row, index) => recordOf(columns, row, start + from + index + 1));
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

/** What the library makes of values, as JSON: null for what JSON has no word for, text for bytes. */
function jsonOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return exactWholeNumber(value);
  if (value instanceof Uint8Array) return isUtf8(value) ? Buffer.from(value).toString('utf8') : Buffer.from(value).toString('base64');
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
  const isWallClock = schema.every(({ logical_type: type }) => type?.type !== 'TIMESTAMP' || !type.isAdjustedToUTC);
  const moment = (perSecond: bigint) => (value: bigint | null) =>
    value === null ? null : `${momentText(value, perSecond)}${isWallClock ? '' : '+00:00'}`;
  return {
    timestampFromMilliseconds: moment(1_000n),
    timestampFromMicroseconds: moment(1_000_000n),
    timestampFromNanoseconds: moment(1_000_000_000n),
    dateFromDays: (days) => dateText(BigInt(days), 1n),
    jsonFromBytes: (bytes) => (bytes === undefined || bytes === null ? null : new ParsedJson(bytes)),
  };
}

/** Each bounded by the size the page claims, and that by the size of a row group. */
function compressors(bytesMax: number): Compressors {
  const bounded = (inflate: (bytes: Uint8Array, length: number) => Uint8Array) => (bytes: Uint8Array, length: number) => {
    if (length > bytesMax) throw notParquet(`a page of ${length} bytes`);
    return inflate(bytes, length);
  };
  const limit = (length: number) => ({ maxOutputLength: Math.max(1, length) });
  return {
    GZIP: bounded((bytes, length) => gunzipSync(bytes, limit(length))),
    BROTLI: bounded((bytes, length) => brotliDecompressSync(bytes, limit(length))),
    ZSTD: bounded((bytes, length) => zstdDecompressSync(bytes, limit(length))),
    SNAPPY: bounded((bytes, length) => {
      const page = new Uint8Array(length);
      snappyUncompress(bytes, page);
      return page;
    }),
  };
}

/** Structures are made as plain objects, on which this key would not be data. */
function assertHarmless(nested: readonly SchemaTree[]): void {
  for (const { element, children } of nested) {
    if (element.name === '__proto__') throw notParquet('a structure with a field named __proto__');
    assertHarmless(children);
  }
}

async function withFile<T>({ path, start, end }: FileRange, work: (file: AsyncBuffer) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  const byteLength = end - start;
  try {
    return await work({
      byteLength,
      slice: async (from, to = byteLength) => {
        const length = Math.min(to, byteLength) - Math.max(from, 0);
        if (length < 0) throw notParquet('a part that lies outside the file');
        const bytes = new Uint8Array(length);
        const { bytesRead } = await handle.read(bytes, 0, length, start + Math.max(from, 0));
        return bytes.buffer.slice(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}

function notParquet(what: string): AppError {
  return new AppError('unprocessable', `The file is not a valid Parquet file: it has ${what}.`);
}

/** What the library throws for bad bytes, whatever it is, is the file's fault. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('unprocessable', `The file is not a valid Parquet file: ${reason.slice(0, 200)}`, { cause: error });
  }
}
