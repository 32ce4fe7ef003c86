import { zstdDecompressSync } from 'node:zlib';
import { compressionRegistry, CompressionType, RecordBatchReader } from 'apache-arrow';
import type { Data, DataType, RecordBatch } from 'apache-arrow';
import { decompress, decompressBound } from 'lz4js';
import { AppError } from '#contracts/errors.ts';
import { assertHeader } from '#core/dataset/column-assignment.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import { BATCH_ROWS_MAX } from '#core/dataset/dataset-row.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { notArrow } from '#server/files/arrow-check.ts';
import { arrowMessages } from '#server/files/arrow-messages.ts';
import type { ArrowMessage } from '#server/files/arrow-messages.ts';
import { arrowValueReader } from '#server/files/arrow-value.ts';
import type { ArrowValueReader } from '#server/files/arrow-value.ts';
import { runWithin } from '#server/files/run-within.ts';

/** An Arrow stream whose schema was read; its records are still to be. */
export interface OpenArrow {
  readonly columns: readonly string[];
  /** Once. Values of the wanted columns alone. */
  records(wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]>;
}

/** What decoding may take: hostile metadata is small, and a large body takes its time. */
const DECODE_MS = 1_200;
const DECODE_MS_PER_MEBIBYTE = 50;
const MEBIBYTE = 1024 * 1024;

/**
 * Opens an Arrow IPC stream or file, compressed with LZ4 or zstd or not, by reading its schema. One record batch is in memory at a time, beside
 * the dictionaries. Rejects with `unprocessable` for what is not Arrow; the library does not return from all that is wrong, so it has a time limit.
 */
export async function openArrow(source: AsyncIterable<Buffer>, batchBytesMax: number): Promise<OpenArrow> {
  registerCodecs(batchBytesMax);
  const messages = arrowMessages(source, batchBytesMax);
  const first = await messages.next();
  if (first.done === true) throw notArrow('no schema at its beginning');
  const schema = first.value.bytes;
  const columns = decoded(schema.length, () =>
    RecordBatchReader.from([schema])
      .open()
      .schema.fields.map(({ name }) => name),
  );
  assertHeader(columns);
  return { columns, records: (wanted) => arrowRecords(schema, messages, wanted) };
}

async function* arrowRecords(
  schema: Buffer,
  messages: AsyncIterable<ArrowMessage>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<readonly FileRecord[]> {
  const dictionaries = new Map<number, readonly Buffer[]>();
  let line = 1;
  for await (const { head, bytes, bodyBytes } of messages) {
    if (head.dictionary !== null) {
      const { id, isDelta } = head.dictionary;
      dictionaries.set(id, isDelta ? [...(dictionaries.get(id) ?? []), bytes] : [bytes]);
      continue;
    }
    // A reader of its own for each batch: it is given all it needs at once, so that it never waits and can be stopped.
    const [batch] = decoded(bodyBytes, () => [...RecordBatchReader.from([schema, ...[...dictionaries.values()].flat(), bytes])]);
    if (batch === undefined) throw notArrow('a batch that cannot be read');
    const columns = decoded(0, () => columnsOf(batch, wanted));
    for (let from = 0; from < batch.numRows; from += BATCH_ROWS_MAX) {
      const to = Math.min(from + BATCH_ROWS_MAX, batch.numRows);
      yield decoded(bodyBytes, () => recordsOf(columns, from, to, line + from));
    }
    line += batch.numRows;
  }
}

interface ArrowColumn {
  readonly name: string;
  readonly data: Data;
  readonly read: ArrowValueReader;
}

function columnsOf(batch: RecordBatch, wanted: ReadonlySet<string>): readonly ArrowColumn[] {
  return batch.schema.fields.flatMap(({ name, type }, index) => {
    const data = batch.data.children[index];
    if (!wanted.has(name)) return [];
    if (data === undefined || data.length < batch.numRows) throw notArrow('a batch whose columns are shorter than its rows');
    // as: the library leaves the types of columns open.
    return [{ name, data, read: arrowValueReader(type as DataType) }];
  });
}

function recordsOf(columns: readonly ArrowColumn[], from: number, to: number, line: number): readonly FileRecord[] {
  const records: FileRecord[] = [];
  for (let row = from; row < to; row++) {
    const values = new PlainObject();
    for (const { name, data, read } of columns) values[name] = read(data, row);
    records.push({ line: line + row - from, values });
  }
  return records;
}

let isRegistered = false;

/** The library brings no codecs of its own. */
function registerCodecs(bytesMax: number): void {
  if (isRegistered) return;
  isRegistered = true;
  compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: bytesMax }) });
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    decode: (bytes) => {
      const bound = decompressBound(bytes);
      if (bound > bytesMax) throw notArrow(`a buffer that inflates to ${bound} bytes; at most ${bytesMax} are read at once`);
      return decompress(bytes, bound);
    },
  });
}

/** What the library throws for bad bytes, whatever it is, is the file's fault. */
function decoded<T>(sizeBytes: number, work: () => T): T {
  try {
    return runWithin(DECODE_MS + (DECODE_MS_PER_MEBIBYTE * sizeBytes) / MEBIBYTE, work);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('unprocessable', `The file is not a valid Arrow stream: ${reason.slice(0, 200)}`, { cause: error });
  }
}
